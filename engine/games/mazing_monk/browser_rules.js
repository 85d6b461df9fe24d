// The rules of A Mazing Monk for the page that plays levels. play/rules.py and cube/cube.py are the
// model, and tests/workbench/drawing/page holds these rules against them.
//
// A position holds the 54 characters of the cube: faces T B L R F K (top, bottom, left, right,
// front, back), each row by row. Cell 9 * face + 3 * y + x is column x, row y of a face.

const [T, B, L, R, F, K] = [0, 1, 2, 3, 4, 5];
const FACE_NAMES = ["top", "bottom", "left", "right", "front", "back"];
const TURNS = ["r0", "r1", "r2", "c0", "c1", "c2"];
const STEPS = { u: [0, -1], l: [-1, 0], r: [1, 0], d: [0, 1] }; // in the order that walks try them
const EXIT_CELL = 8;
/** The upper left cell of each face in the net, in faces. */
const CORNERS = { [K]: [0, 1], [L]: [1, 0], [T]: [1, 1], [R]: [1, 2], [F]: [2, 1], [B]: [3, 1] };
const NAME_OF = { "#": "obstacle", ".": "path", "*": "karma", S: "soldiers", M: "monk" };

const cellAt = (face, x, y) => 9 * face + 3 * y + x;

/** Return, for each cell, the cell whose contents a turn moves there. */
function buildSources(turn) {
  const sources = Array.from({ length: 54 }, (_, cell) => cell), line = turn % 3;
  for (let n = 0; n < 3; n++) {
    const back = 2 - n; // the bottom face is upside down in the net, so lines run backwards on it
    const ring = turn < 3
      ? [[R, n, line, T, n, line], [B, n, line, R, back, line], [L, n, line, B, back, line], [T, n, line, L, n, line]]
      : [[K, line, n, T, line, n], [B, line, n, K, line, back], [F, line, n, B, line, back], [T, line, n, F, line, n]];
    for (const [face, x, y, from, fx, fy] of ring) sources[cellAt(face, x, y)] = cellAt(from, fx, fy);
  }
  // An outer line turns the side face next to it: clockwise for line 2, else counter-clockwise.
  const side = { 0: K, 2: F, 3: L, 5: R }[turn];
  if (side !== undefined) {
    for (let x = 0; x < 3; x++) for (let y = 0; y < 3; y++) {
      sources[cellAt(side, x, y)] = line === 2 ? cellAt(side, y, 2 - x) : cellAt(side, 2 - y, x);
    }
  }
  return sources;
}

const SOURCES = TURNS.map((_, turn) => buildSources(turn));

/** Return the place of a cell in the net as [row, column]. */
function placeInNet(cell) {
  const face = Math.floor(cell / 9), x = cell % 3, y = Math.floor(cell / 3) % 3;
  const [down, right] = CORNERS[face];
  return [3 * down + (face === B ? 2 - y : y), 3 * right + x];
}

const monkRules = {
  prepare() {},

  start: (level) => ({ cells: level.cells, karma: 0, status: "playing" }),

  findMonk: (position) => position.cells.indexOf("M"),

  isOpen: (level, position) => position.karma >= level.needed,

  step(level, position, word) {
    const turn = TURNS.indexOf(word), walk = /^m([0-2])([0-2])$/.exec(word);
    if (turn < 0 && !walk && !STEPS[word]) throw new Error(`no move of the game: ${word}`);
    const refuse = (note) => ({ after: position, changed: false, note });
    if (position.status !== "playing") return refuse(position.status === "won" ? "the monk has escaped" : "the monk is dead");
    const monk = this.findMonk(position);
    if (turn >= 0) {
      if (Math.floor(turn < 3 ? monk / 3 : monk % 3) === turn % 3) {
        return refuse(`the monk is on that ${turn < 3 ? "row" : "column"}`);
      }
      return this.turn(position, turn);
    }
    if (walk) {
      const goal = Number(walk[1]) + 3 * Number(walk[2]), steps = this.findPath(position, goal);
      if (steps?.length) return this.walk(level, position, steps);
      if (steps) return refuse("the monk is already there");
      return refuse(".*".includes(position.cells[goal]) ? "no path leads there"
        : `${NAME_OF[position.cells[goal]]} in the way`);
    }
    const x = monk % 3 + STEPS[word][0], y = Math.floor(monk / 3) + STEPS[word][1];
    if (x < 0 || x > 2 || y < 0 || y > 2) return refuse("the top face ends here");
    const glyph = position.cells[3 * y + x];
    return ".*".includes(glyph) ? this.walk(level, position, [word]) : refuse(`${NAME_OF[glyph]} in the way`);
  },

  turn(position, turn) {
    const cells = SOURCES[turn].map((cell) => position.cells[cell]).join("");
    const after = { cells, karma: position.karma, status: "playing" };
    const soldiers = this.findAttack(cells);
    if (soldiers < 0) return { after, changed: true, note: "" };
    after.status = "lost";
    const note = `the soldiers at column ${soldiers % 3}, row ${Math.floor(soldiers / 3)} have a path to the monk, and he dies`;
    return { after, changed: true, note };
  },

  listNeighbours(cell) {
    return Object.entries(STEPS).flatMap(([word, [right, down]]) => {
      const x = cell % 3 + right, y = Math.floor(cell / 3) + down;
      return x < 0 || x > 2 || y < 0 || y > 2 ? [] : [[word, 3 * y + x]];
    });
  },

  /** Return the steps from the monk to each top cell that he can walk to. */
  findPaths(cells) {
    const paths = new Map([[cells.indexOf("M"), []]]);
    for (const [cell, steps] of paths) { // entries that are added are visited too, breadth first
      for (const [word, other] of this.listNeighbours(cell)) {
        if (".*".includes(cells[other]) && !paths.has(other)) paths.set(other, [...steps, word]);
      }
    }
    return paths;
  },

  findPath(position, goal) {
    return this.findPaths(position.cells).get(goal) ?? null;
  },

  /** Return the first cell with soldiers that have a path to the monk, or -1. */
  findAttack(cells) {
    const reached = this.findPaths(cells);
    return [...Array(9).keys()].find((cell) => cells[cell] === "S" &&
      this.listNeighbours(cell).some(([, other]) => reached.has(other))) ?? -1;
  },

  walk(level, position, steps) {
    let { cells, karma, status } = position;
    for (const word of steps) {
      const monk = cells.indexOf("M"), goal = monk + STEPS[word][0] + 3 * STEPS[word][1];
      karma += cells[goal] === "*" ? 1 : 0;
      cells = [...cells].map((glyph, cell) => cell === monk ? "." : cell === goal ? "M" : glyph).join("");
      // A walk over the open exit wins there, even if its goal is further on.
      if (goal === EXIT_CELL && karma >= level.needed) {
        status = "won";
        break;
      }
    }
    const after = { cells, karma, status }, news = [];
    if (karma > position.karma) news.push(`${karma - position.karma} karma, ${karma} of ${level.needed}`);
    if (this.isOpen(level, after) && !this.isOpen(level, position)) news.push("the exit is open");
    return { after, changed: true, note: news.join(", ") };
  },

  picture(level, position) {
    const tiles = Array(level.rows * level.cols).fill(null), pieces = [];
    [...position.cells].forEach((glyph, cell) => {
      const [row, col] = placeInNet(cell);
      let name = NAME_OF[glyph === "M" ? "." : glyph];
      if (cell === 0) name += "-entrance";
      if (cell === EXIT_CELL) name += this.isOpen(level, position) ? "-exit-open" : "-exit";
      tiles[row * level.cols + col] = name;
      if (glyph === "M") pieces.push({ cell: row * level.cols + col, name: "monk" });
    });
    return { tiles, pieces };
  },

  // Input: arrows take steps, a click walks, a drag or a key turns a line.

  keys: () => [
    ["Mouse, touch", "click a square to walk; drag a row to the right or a column up to turn it"],
    ["Arrows", "take a step"],
    ["1 to 3", "turn a row"],
    ["4 to 6", "turn a column"],
  ],
  count: (words) => words.filter((word) => TURNS.includes(word)).length,
  towards: (level, way) => way[0],

  buttons: () => TURNS.map((word, turn) => ({
    word, key: String(turn + 1), label: `${turn + 1}: ${turn < 3 ? "row" : "col"} ${turn % 3} ${turn < 3 ? "→" : "↑"}`,
    title: `Turn ${turn < 3 ? "row" : "column"} ${turn % 3} ${turn < 3 ? "to the right" : "to the back"}`,
  })),

  canHold: () => true,

  drag(level, position, [row, col], [toRow, toCol]) {
    const onTop = row >= 3 && row < 6 && col >= 3 && col < 6;
    if (row === toRow && col === toCol) return onTop ? `m${col - 3}${row - 3}` : null;
    if (row === toRow && toCol > col && row >= 3 && row < 6) return `r${row - 3}`;
    if (col === toCol && toRow < row && col >= 3 && col < 6) return `c${col - 3}`;
    return null;
  },

  clear: () => null,

  title(level, word) {
    const turn = TURNS.indexOf(word);
    if (turn >= 0) return turn < 3 ? `turn row ${turn} to the right` : `turn column ${turn - 3} to the back`;
    if (word[0] === "m") return `walk to column ${word[1]}, row ${word[2]}`;
    return `step ${{ u: "up", d: "down", l: "left", r: "right" }[word]}`;
  },

  describe(level, position, [row, col]) {
    for (let cell = 0; cell < 54; cell++) {
      const [r, c] = placeInNet(cell);
      if (r !== row || c !== col) continue;
      const exit = cell === EXIT_CELL ? `, the ${this.isOpen(level, position) ? "open" : "closed"} exit` : "";
      const [x, y] = [cell % 3, Math.floor(cell / 3) % 3];
      return `${NAME_OF[position.cells[cell]]}${exit}; ${FACE_NAMES[Math.floor(cell / 9)]} face, column ${x}, row ${y}`;
    }
    return "outside the cube";
  },

  /** Describe each face of the cube for a screen reader, row by row. */
  listLines(level, position) {
    return FACE_NAMES.map((name, face) => {
      const rows = [0, 1, 2].map((y) => [0, 1, 2].map((x) => NAME_OF[position.cells[cellAt(face, x, y)]]).join(", "));
      return `${name} face: ${rows.map((text, y) => `row ${y}: ${text}`).join("; ")}`;
    });
  },

  status(level, position) {
    return `karma ${position.karma} of ${level.needed}, exit ${this.isOpen(level, position) ? "open" : "closed"}`;
  },

  report: (level, step) => step.note ? `${capitalize(step.note)}.` : "",

  /** Find the position on the known solution, whichever cell within reach the monk is on. */
  hints(level, position) {
    if (!level.solution || position.status !== "playing") return [];
    const ground = (each) => each.cells.replace("M", ".");
    let known = this.start(level);
    const path = [known, ...level.solution.map((word) => known = this.step(level, known, word).after)];
    const reached = this.findPaths(position.cells);
    // The last position of the path is the win, from which there is no next move.
    const at = path.slice(0, -1).findLastIndex((each) => each.karma === position.karma && ground(each) === ground(position) &&
      reached.has(this.findMonk(each)));
    if (at < 0) return [{ degree: 1, text: "The known solution does not come through here. Undo, or restart." }];
    const left = level.solution.slice(at), turns = left.filter((word) => TURNS.includes(word)).length;
    const back = this.findMonk(path[at]);
    const word = back !== this.findMonk(position) && TURNS.includes(left[0]) ? `m${back % 3}${Math.floor(back / 3)}` : left[0];
    const count = `${turns} ${turns === 1 ? "turn" : "turns"} to the win on the known solution.`;
    return [{ degree: 1, text: count }, { degree: 3, text: `Next: ${this.title(level, word)}. ${count}` }];
  },
};

RULES["mazing-monk"] = monkRules;
