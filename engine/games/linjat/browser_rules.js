// The rules of Linjat for the page that plays levels. play.py and line_input.py are the model, and
// tests/workbench/drawing/page holds these rules against them.
//
// A position holds one line for every number, as [r1, c1, r2, c2] with the upper or left end first.
// level.cells are the rows of the board: "." empty, "*" dot, "1" to "9" a number.

const linjatRules = {
  prepare(level) {
    level.numbers = [];
    level.dots = [];
    level.cells.forEach((line, row) => [...line].forEach((glyph, col) => {
      if (glyph === "*") level.dots.push([row, col]);
      else if (glyph !== ".") level.numbers.push([row, col, Number(glyph)]);
    }));
  },

  start(level) {
    const lines = level.numbers.map(([row, col]) => [row, col, row, col]);
    return { lines, status: this.findStatus(level, lines) };
  },

  listCells([r1, c1, r2, c2]) {
    const cells = [];
    for (let row = r1; row <= r2; row++) for (let col = c1; col <= c2; col++) cells.push([row, col]);
    return cells;
  },

  covers: ([r1, c1, r2, c2], row, col) => r1 <= row && row <= r2 && c1 <= col && col <= c2,

  length: ([r1, c1, r2, c2]) => r2 - r1 + c2 - c1 + 1,

  /** Return whether a line other than that of a number covers a cell. */
  isTaken(lines, number, row, col) {
    return lines.some((line, index) => index !== number && this.covers(line, row, col));
  },

  listBareDots(level, lines) {
    return level.dots.filter(([row, col]) => !lines.some((line) => this.covers(line, row, col)));
  },

  hasRightLengths(level, lines) {
    return level.numbers.every(([, , value], number) => this.length(lines[number]) === value);
  },

  findStatus(level, lines) {
    return this.hasRightLengths(level, lines) && !this.listBareDots(level, lines).length ? "won" : "playing";
  },

  step(level, position, word) {
    const found = /^(\d{1,2}),(\d{1,2}):(\d{1,2}),(\d{1,2})-(\d{1,2}),(\d{1,2})$/.exec(word);
    if (!found) throw new Error(`no move of the game: ${word}`);
    const [row, col, r1, c1, r2, c2] = found.slice(1).map(Number);
    // Sort the ends as cells in reading order.
    const line = r1 < r2 || (r1 === r2 && c1 <= c2) ? [r1, c1, r2, c2] : [r2, c2, r1, c1];
    const problem = this.findProblem(level, position, row, col, line);
    if (problem) return { after: position, changed: false, note: problem };
    const number = level.numbers.findIndex(([r, c]) => r === row && c === col);
    const lines = position.lines.map((old, index) => index === number ? line : old);
    const status = this.findStatus(level, lines);
    const bare = this.listBareDots(level, lines).length;
    const note = status === "playing" && this.hasRightLengths(level, lines)
      ? `${bare} dot${bare === 1 ? "" : "s"} not covered` : "";
    return { after: { lines, status }, changed: true, note };
  },

  /** Return the reason why a line cannot be drawn, or "" if it can. */
  findProblem(level, position, row, col, line) {
    if (position.status !== "playing") return "the puzzle is solved";
    const number = level.numbers.findIndex(([r, c]) => r === row && c === col);
    if (number < 0) return "there is no number here";
    if (position.lines[number].every((end, index) => end === line[index])) return "this line is already drawn";
    const [r1, c1, r2, c2] = line;
    if ((r1 !== r2 && c1 !== c2) || r2 >= level.rows || c2 >= level.cols) {
      return "a line must stay in one row or column";
    }
    if (!this.covers(line, row, col)) return "a line must include the cell of its number";
    if (this.listCells(line).some(([r, c]) => this.isTaken(position.lines, number, r, c))) {
      return "lines cannot share cells";
    }
    return "";
  },

  picture(level, position) {
    const tiles = level.cells.flatMap((line) => [...line].map((glyph) => glyph === "*" ? "dot" : "empty"));
    position.lines.forEach((line, number) => {
      const [r1, c1, r2, c2] = line, length = this.length(line), value = level.numbers[number][2];
      if (length === 1) return;
      const size = length === value ? "right" : length < value ? "short" : "long";
      for (const [row, col] of this.listCells(line)) {
        const kind = level.cells[row][col] === "*" ? "dot" : "line";
        const part = row === r1 && col === c1 ? "-first" : row === r2 && col === c2 ? "-last" : "";
        tiles[row * level.cols + col] = `${kind}-${r1 === r2 ? "level" : "upright"}-${size}${part}`;
      }
    });
    const pieces = level.numbers.map(([row, col, value]) => ({ cell: row * level.cols + col, name: `number-${value}` }));
    return { tiles, pieces };
  },

  // Input: the ends of lines are dragged. Arrow keys move a cursor, so no move has a direction.

  usesCursor: true,
  keys: () => [
    ["Mouse, touch", "drag from a number, or from an end of its line; click a number to take its line back"],
    ["Arrows", "move the cursor"],
    ["Enter", "hold an end of a line, and let it go"],
    ["Delete", "take a line back"],
    ["Esc", "let go"],
  ],
  count: (words) => words.length,
  towards: () => null,
  buttons: () => [],

  /** Return the index of the number that is on a cell or whose line ends there, or -1. */
  findDragged(level, position, row, col) {
    return level.numbers.findIndex(([r, c], number) => {
      const [r1, c1, r2, c2] = position.lines[number];
      return (r === row && c === col) || (r1 === row && c1 === col) || (r2 === row && c2 === col);
    });
  },

  canHold(level, position, [row, col]) {
    return this.findDragged(level, position, row, col) >= 0;
  },

  /** Return the move that a drag makes, or null. A click on a number takes its line back. */
  drag(level, position, begin, end) {
    const number = this.findDragged(level, position, ...begin);
    if (number < 0) return null;
    const home = level.numbers[number].slice(0, 2), line = position.lines[number];
    if (end[0] !== home[0] && end[1] !== home[1]) return null;
    const same = (one, other) => one[0] === other[0] && one[1] === other[1];
    let ends = [line.slice(0, 2), line.slice(2)];
    if (same(begin, end)) {
      if (same(begin, home)) ends = [home, home];
    } else {
      ends = this.moveEnd(home, ends, begin, this.clipEnd(level, position, number, end));
    }
    const moved = ends.flat();
    return moved.every((each, index) => each === line[index]) ? null
      : `${home.join()}:${ends[0].join()}-${ends[1].join()}`;
  },

  /** Return the farthest cell towards an end that a number's line can reach. */
  clipEnd(level, position, number, end) {
    let [row, col] = level.numbers[number];
    const down = Math.sign(end[0] - row), right = Math.sign(end[1] - col);
    while (row !== end[0] || col !== end[1]) {
      if (this.isTaken(position.lines, number, row + down, col + right)) break;
      row += down;
      col += right;
    }
    return [row, col];
  },

  moveEnd(home, ends, begin, moved) {
    const same = (one, other) => one[0] === other[0] && one[1] === other[1];
    let other = home;
    if (same(begin, ends[0])) other = ends[1];
    else if (same(begin, ends[1])) other = ends[0];
    // If the ends are on different axes, the other one returns to the number.
    if (moved[0] !== other[0] && moved[1] !== other[1]) other = home;
    // Both ends on the same side of the number would make a line that misses it.
    if ([0, 1].some((axis) => (moved[axis] - home[axis]) * (other[axis] - home[axis]) > 0)) moved = home;
    const inOrder = moved[0] < other[0] || (moved[0] === other[0] && moved[1] <= other[1]);
    return inOrder ? [moved, other] : [other, moved];
  },

  /** Return the move that takes back the line over a cell, or null. */
  clear(level, position, [row, col]) {
    const number = position.lines.findIndex((line) => this.length(line) > 1 && this.covers(line, row, col));
    if (number < 0) return null;
    const home = level.numbers[number].slice(0, 2).join();
    return `${home}:${home}-${home}`;
  },

  title(level, word) {
    const [home, ends] = word.split(":");
    return `line from ${ends.replace("-", " to ")}, of the number at ${home}`;
  },

  describe(level, position, [row, col]) {
    const glyph = level.cells[row][col];
    const what = glyph === "." ? "empty" : glyph === "*" ? "dot" : `number ${glyph}`;
    const number = position.lines.findIndex((line) => this.covers(line, row, col));
    if (number < 0) return what;
    const [r, c, value] = level.numbers[number], length = this.length(position.lines[number]);
    const whose = r === row && c === col ? what : `${what === "empty" ? "" : "dot, "}line of the ${value} at ${r},${c}`;
    const size = length === value ? "right" : length < value ? "too short" : "too long";
    return `${whose}: ${length} of ${value}, ${size}`;
  },

  status(level, position) {
    const done = level.numbers.filter(([, , value], number) => this.length(position.lines[number]) === value).length;
    return `${done} of ${level.numbers.length} lines, ${this.listBareDots(level, position.lines).length} dots bare`;
  },

  report(level, step) {
    const number = step.after.lines.findIndex((line, index) => line !== step.before.lines[index]);
    const [row, col, value] = level.numbers[number], length = this.length(step.after.lines[number]);
    const size = length === value ? "right" : length < value ? "too short" : "too long";
    return `The ${value} at ${row},${col}: ${length} of ${value}, ${size}.${step.note ? ` ${capitalize(step.note)}.` : ""}`;
  },

  /** Name a number whose line is wrong or missing, and then the line. A wrong line comes first. */
  hints(level, position) {
    if (!level.solution || position.status === "won") return [];
    const differs = (number) => level.solution[number].some((end, index) => end !== position.lines[number][index]);
    const all = level.numbers.map((_, number) => number).filter(differs);
    const number = all.find((each) => this.length(position.lines[each]) > 1) ?? all[0];
    const [row, col, value] = level.numbers[number], [r1, c1, r2, c2] = level.solution[number];
    const wrong = this.length(position.lines[number]) > 1;
    return [
      { degree: 2, text: `${wrong ? "Not right yet" : "Look at"}: the ${value} at ${row},${col}.`, cells: [[row, col]] },
      { degree: 3, text: `The ${value} at ${row},${col} runs from ${r1},${c1} to ${r2},${c2}.`,
        cells: this.listCells(level.solution[number]) },
    ];
  },
};

RULES.linjat = linjatRules;
