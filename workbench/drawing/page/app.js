// The page: levels, messages, announcements and what the browser keeps.

const pack = JSON.parse(document.getElementById("pack").textContent);
const find = (id) => document.getElementById(id);
const board = new BoardView(find("board"), pack);
const WAYS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
const MAX_RECORDS = 200; // the oldest are forgotten
const STORE = `puzzle-workbench/${pack.id}`;

let level, rules, visit;
let number = 0; // of the level, from 0
let cursor = null; // the cell that arrow keys move, in games whose moves name cells
let pointing = true; // with a mouse or finger, so that the cursor need not be shown
let held = null; // the cell where a drag began
let advice = []; // the cells that a hint names

// --- What the browser keeps: nothing where storage is refused, as in some private windows. ---

let memory = { won: {}, records: [], scheme: "" };

function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? "{}");
    if (kept.won && Array.isArray(kept.records)) memory = { ...memory, ...kept };
  } catch { /* the page works without */ }
}

function save() {
  try {
    localStorage.setItem(STORE, JSON.stringify(memory));
  } catch { /* the page works without */ }
}

// --- Text ---

const titleOf = (name) => pack.games[level.game].titles[name] ?? name;

function formatCount(count, [one, many]) {
  return `${count} ${count === 1 ? one : many}`;
}

function announce(text) {
  // Screen readers say nothing where a text does not change, so blanks make it another one.
  const place = find("announcer");
  place.textContent = place.textContent === text ? `${text}\u00a0` : text;
}

function show(text, kind = "") {
  find("message").textContent = text;
  find("message").className = kind;
  if (text) announce(text);
}

/** Describe the whole board for a screen reader, a paragraph a row. */
function describeBoard() {
  const lines = rules.listLines ? rules.listLines(level, visit.position) : [];
  if (!lines.length) {
    const picture = rules.picture(level, visit.position);
    const on = new Map(picture.pieces.map(({ cell, name }) => [cell, name]));
    for (let row = 0; row < level.rows; row++) {
      const cells = [];
      for (let col = 0; col < level.cols; col++) {
        const cell = row * level.cols + col, tile = picture.tiles[cell];
        const parts = rules.describe ? [rules.describe(level, visit.position, [row, col])]
          : [on.has(cell) ? titleOf(on.get(cell)) : "", on.has(cell) && tile === "floor" ? "" : titleOf(tile)];
        cells.push(parts.filter(Boolean).join(" on "));
      }
      lines.push(`row ${row}: ${cells.join(", ")}`);
    }
    for (const [row, col, way] of picture.gates ?? []) lines.push(`one-way gate at row ${row}, column ${col}: ${way}`);
  }
  find("board-text").replaceChildren(...lines.map((line) => {
    const paragraph = document.createElement("p");
    paragraph.textContent = line;
    return paragraph;
  }));
}

// --- Playing ---

function refresh() {
  const position = visit.position, units = pack.games[level.game].units;
  const parts = [formatCount(visit.length, units), rules.status(level, position)];
  if (level.optimum && !rules.usesCursor) parts.push(`best ${level.optimum}`);
  find("status").textContent = parts.filter(Boolean).join(" · ");
  find("undo").disabled = !visit.count;
  find("redo").disabled = !visit.canRedo;
  find("restart").disabled = !visit.count;
  find("hint").disabled = position.status === "won";
  drawMarks();
  describeBoard();
}

function drawMarks() {
  const marks = advice.map(([row, col]) => ({ row, col, kind: "advice" }));
  if (held) marks.push({ row: held[0], col: held[1], kind: "cursor held" });
  if (cursor && (held || !pointing)) marks.push({ row: cursor[0], col: cursor[1], kind: "cursor" });
  board.mark(marks);
}

function play(word) {
  if (visit.finished) return;
  const step = visit.make(word);
  advice = [];
  if (!step.changed) {
    show(capitalize(step.note));
    return;
  }
  board.update(rules.picture(level, step.after));
  const title = capitalize(rules.title(level, word));
  const text = rules.report(level, step, step.before, titleOf);
  refresh();
  if (step.after.status === "won") {
    finish(text);
  } else if (step.after.status === "lost") {
    show(`Lost. ${text} Undo, or restart.`, "lost");
  } else {
    show(text);
    announce(`${title}. ${text} ${find("status").textContent}.`);
  }
}

function finish(text) {
  const count = visit.length, best = memory.won[level.board];
  memory.won[level.board] = best ? Math.min(best, count) : count;
  keep(visit);
  const last = number === pack.levels.length - 1;
  const all = pack.levels.every((each) => memory.won[each.board]);
  show(`Won in ${formatCount(count, pack.games[level.game].units)}. ${text} ` +
    (all ? "Every level is won. Send your record to the designer: Record." : last ? "" : "Go on with › or n."), "won");
  if (all) openRecords();
  find("next").classList.toggle("primary", !last);
}

/** Keep the record of a visit, if it has one. */
function keep(ended) {
  const text = ended.format();
  if (text) memory.records = [...memory.records, text].slice(-MAX_RECORDS);
  save();
}

function goBack(done) {
  if (!done) return;
  advice = [];
  board.update(rules.picture(level, visit.position));
  refresh();
}

function undo() {
  const done = visit.undo();
  goBack(done);
  show(done ? `Undone. ${find("status").textContent}` : "Nothing to undo.");
}

function redo() {
  const done = visit.redo();
  goBack(done);
  if (done && visit.position.status === "won") finish("");
  else show(done ? `Done again. ${find("status").textContent}` : "Nothing to redo.");
}

function restart() {
  visit.restart();
  goBack(true);
  find("next").classList.remove("primary");
  show("Back at the start.");
}

function giveHint() {
  if (!pack.hints || visit.finished) return;
  const hint = visit.hint();
  if (!hint) {
    show("There is no hint here.");
    return;
  }
  advice = hint.cells ?? [];
  drawMarks();
  show(hint.text);
}

// --- Levels ---

async function open(index) {
  const wanted = pack.levels[index], game = pack.games[wanted.game];
  // Unpacking takes a moment, in which the level before can still be played.
  await RULES[game.rules].prepare(wanted);
  if (visit && !visit.finished) keep(visit);
  number = index;
  level = wanted;
  rules = RULES[game.rules];
  visit = new Visit(level, rules);
  held = null;
  advice = [];
  cursor = rules.usesCursor ? [0, 0] : null;
  find("level-title").textContent = `${index + 1}. ${level.title}`;
  find("byline").textContent = level.author ? `by ${level.author}` : "";
  find("level-notes").textContent = level.notes;
  find("previous").disabled = index === 0;
  find("next").disabled = index === pack.levels.length - 1;
  find("next").classList.remove("primary");
  find("hint").hidden = !pack.hints;
  drawPad();
  board.draw(level, rules.picture(level, visit.position), document.documentElement.dataset.scheme);
  refresh();
  show(memory.won[level.board] ? `Won before in ${formatCount(memory.won[level.board], pack.games[level.game].units)}.` : "");
  announce(`Level ${index + 1} of ${pack.levels.length}: ${level.title}.`);
}

function drawPad() {
  const pad = find("pad"), buttons = rules.buttons(level);
  const arrows = { up: "↑", down: "↓", left: "←", right: "→" };
  const isCross = buttons.length > 0 && buttons.every(({ way }) => way);
  pad.className = isCross ? "cross" : buttons.length === 6 ? "lines" : "";
  pad.replaceChildren(...buttons.map(({ word, label, way, key, title }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = arrows[way] ?? label;
    button.setAttribute("aria-label", title ?? capitalize(label));
    if (way) button.dataset.way = way;
    if (key) button.setAttribute("aria-keyshortcuts", key);
    button.addEventListener("click", () => play(word));
    return button;
  }));
}

// --- Light and dark ---

function setScheme(scheme) {
  document.documentElement.dataset.scheme = scheme;
  find("scheme").textContent = scheme === "dark" ? "Light" : "Dark";
  find("scheme").setAttribute("aria-label", `Change to ${scheme === "dark" ? "light" : "dark"} colours`);
  if (visit) {
    board.draw(level, rules.picture(level, visit.position), scheme);
    drawMarks();
  }
}

// --- Start ---

function begin() {
  load();
  find("pack-title").textContent = pack.title;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  setScheme(memory.scheme || (dark.matches ? "dark" : "light"));
  dark.addEventListener("change", () => memory.scheme || setScheme(dark.matches ? "dark" : "light"));
  const clicks = {
    undo, redo, restart, hint: giveHint, "open-levels": openLevels, "open-rules": openRules,
    "open-records": openRecords, "copy-record": copyRecord, forget,
    previous: () => open(number - 1), next: () => open(number + 1),
    scheme: () => {
      memory.scheme = document.documentElement.dataset.scheme === "dark" ? "light" : "dark";
      setScheme(memory.scheme);
      save();
    },
  };
  for (const [id, action] of Object.entries(clicks)) find(id).addEventListener("click", action);
  document.addEventListener("keydown", pressKey);
  // A visit that is left by closing the page counts too.
  addEventListener("pagehide", () => {
    if (visit && !visit.finished) keep(visit);
  });
  // The browser may show a page again that was left: its visit goes on in a record of its own.
  addEventListener("pageshow", (event) => {
    if (event.persisted && visit) visit.begin(visit.words);
  });
  followPointer();
  const next = pack.levels.findIndex((each) => !memory.won[each.board]);
  return open(Math.max(next, 0));
}

const ready = begin();
