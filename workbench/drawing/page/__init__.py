"""A page that plays a pack of levels in a browser, as one file that loads nothing.

:mod:`~workbench.drawing.page.html_page` puts the page together of the files next to it:

- ``page.html``: the template, with the names of the parts between two ``@`` signs.
- ``page.css``: the look.
- ``graph_rules.js``: the rules of all games whose solver leaves a state graph, which
  :mod:`~workbench.drawing.page.state_frames` packs. Other games bring their own rules in
  JavaScript (:class:`engine.game.play.BrowserRules`).
- ``board.js``: the board as SVG, drawn with sprites from the light and the dark theme.
- ``visit.js``: a visit to a level, with undo, hints and the playtest record.
- ``dialogs.js``, ``input.js``: the dialogs; keys, mouse and touch.
- ``app.js``: levels, messages, and what the browser keeps.

A level's title and notes may come from anyone. They are escaped in the page's title, are data in
the format JSON elsewhere, and the scripts write them as text only. The page's Content-Security-
Policy allows its own script and style, by their digests, and nothing else.
"""
