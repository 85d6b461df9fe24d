// Keys, mouse and touch.

function pressKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const way = WAYS[event.key], onButton = event.target.closest?.("button, a, textarea");
  if (way) {
    event.preventDefault();
    pointing = false;
    moveToward(way);
    return;
  }
  if (cursor && (event.key === "Enter" || event.key === " ") && !onButton) {
    event.preventDefault();
    pointing = false;
    holdOrDrop();
    return;
  }
  const button = [...find("pad").children].find((each) => each.getAttribute("aria-keyshortcuts") === event.key);
  const actions = {
    z: undo, u: undo, Backspace: undo, y: redo, r: restart, h: giveHint, l: openLevels, g: openRules,
    n: () => find("next").click(), p: () => find("previous").click(),
    Escape: () => { held = null; drawMarks(); },
    Delete: () => cursor && clearLine(),
  };
  const action = button ? () => button.click() : actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

function moveToward(way) {
  const word = rules.towards(level, way);
  if (word) {
    play(word);
  } else if (cursor) {
    const [down, right] = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] }[way];
    cursor = [Math.min(Math.max(cursor[0] + down, 0), level.rows - 1), Math.min(Math.max(cursor[1] + right, 0), level.cols - 1)];
    drawMarks();
    announce(`${cursor.join(",")}: ${rules.describe(level, visit.position, cursor)}`);
  }
}

function holdOrDrop() {
  if (held) {
    const word = rules.drag(level, visit.position, held, cursor);
    held = null;
    if (word) play(word);
    else show("Let go: no line there.");
  } else if (rules.canHold(level, visit.position, cursor)) {
    held = [...cursor];
    announce(`Held: ${rules.describe(level, visit.position, cursor)}. Arrows, then Enter.`);
  } else {
    show("Hold a number or an end of its line.");
  }
  drawMarks();
}

function clearLine() {
  const word = rules.clear(level, visit.position, cursor);
  if (word) play(word);
}

function followPointer() {
  const svg = find("board");
  let from = null, cell = null;
  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    pointing = true;
    from = [event.clientX, event.clientY];
    cell = board.findCell(event);
    svg.setPointerCapture(event.pointerId);
    if (cursor && cell) {
      cursor = cell;
      held = rules.canHold(level, visit.position, cell) ? cell : null;
      drawMarks();
    }
  });
  svg.addEventListener("pointermove", (event) => {
    if (!from || !cursor) return;
    const over = board.findCell(event);
    if (over) cursor = over;
    drawMarks();
  });
  svg.addEventListener("pointerup", (event) => {
    if (!from) return;
    const right = event.clientX - from[0], down = event.clientY - from[1];
    const end = board.findCell(event);
    from = held = null;
    if (rules.drag) {
      const word = cell && end ? rules.drag(level, visit.position, cell, end) : null;
      if (word) play(word);
      else drawMarks();
    } else if (Math.max(Math.abs(right), Math.abs(down)) > 24) {
      // A swipe: the longer of its two parts says the direction.
      const way = Math.abs(right) > Math.abs(down) ? (right > 0 ? "right" : "left") : (down > 0 ? "down" : "up");
      moveToward(way);
    }
  });
  svg.addEventListener("pointercancel", () => { from = held = null; drawMarks(); });
}

