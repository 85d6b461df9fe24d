// The board as SVG. Every tile and piece is a <use> of a sprite, which is a square of 100 units.

const SVG = "http://www.w3.org/2000/svg";

/** Create an SVG element with attributes. */
function createShape(kind, attributes = {}) {
  const shape = document.createElementNS(SVG, kind);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
  return shape;
}

/**
 * Pair the pieces before a move with those after it, for the animation. States do not say which of
 * two equal pieces is which, so each new piece takes the nearest equal one, first of its row or column.
 */
function pairPieces(before, after, cols) {
  const free = [...before];
  return after.map((piece) => {
    const row = Math.floor(piece.cell / cols), col = piece.cell % cols;
    let best = -1, least = Infinity;
    free.forEach((other, index) => {
      if (other.name !== piece.name) return;
      const down = Math.abs(Math.floor(other.cell / cols) - row), right = Math.abs((other.cell % cols) - col);
      const cost = down + right + (down && right ? 1000 : 0);
      if (cost < least) [best, least] = [index, cost];
    });
    return best < 0 ? null : free.splice(best, 1)[0];
  });
}

class BoardView {
  constructor(svg, pack) {
    this.svg = svg;
    this.pack = pack;
    this.pieces = [];
  }

  /** Draw all of a level's board, in the colours of a scheme. */
  draw(level, picture, scheme) {
    this.level = level;
    this.scheme = scheme;
    this.pieces = [];
    // A net has names beside its faces, which need no room of their own: its corners are free.
    const edge = level.panels ? 6 : 0;
    this.svg.setAttribute("viewBox", `${-edge} ${-edge} ${level.cols * 100 + 2 * edge} ${level.rows * 100 + 2 * edge}`);
    this.svg.classList.toggle("net", Boolean(level.panels));
    this.svg.style.setProperty("--ratio", level.cols / level.rows);
    this.layers = ["tiles", "pieces", "gates", "marks"].map(() => createShape("g"));
    // The ground is drawn in whole pieces, because tiles that meet show a seam at some sizes.
    const ground = level.panels ?? [{ row: 0, col: 0, rows: level.rows, cols: level.cols }];
    this.svg.replaceChildren(...ground.map(({ row, col, rows, cols }) => createShape("rect", {
      class: "ground", x: col * 100, y: row * 100, width: cols * 100, height: rows * 100 })), ...this.layers);
    for (const [row, col, direction] of picture.gates ?? []) {
      this.layers[2].append(this.createSprite(`gate-${direction}`, row * level.cols + col));
    }
    for (const panel of level.panels ?? []) this.drawPanel(panel);
    this.update(picture);
  }

  /** Show another position of the same level. */
  update(picture) {
    const [tiles, layer] = this.layers;
    if (picture.tiles !== this.drawnTiles || !tiles.childElementCount) {
      tiles.replaceChildren(...picture.tiles.flatMap((name, cell) => name === null ? [] : [this.createSprite(name, cell)]));
      this.drawnTiles = picture.tiles;
    }
    const sources = pairPieces(this.pieces, picture.pieces, this.level.cols);
    for (const old of this.pieces) {
      if (sources.includes(old)) continue;
      old.shape.classList.add("leaving");
      setTimeout(() => old.shape.remove(), 160);
    }
    this.pieces = picture.pieces.map((piece, index) => {
      const shape = sources[index]?.shape ?? this.createSprite(piece.name, 0, "piece");
      if (!shape.parentNode) layer.append(shape);
      shape.style.transform = this.place(piece.cell);
      return { ...piece, shape };
    });
  }

  /** Mark cells: the cursor, a held line, or the cells of a hint. */
  mark(marks) {
    this.layers[3].replaceChildren(...marks.map(({ row, col, kind }) => createShape("rect", {
      class: kind, x: col * 100 + 5, y: row * 100 + 5, width: 90, height: 90, rx: 14 })));
  }

  /** Return the cell under a pointer as [row, column], or null if it is outside the board. */
  findCell(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const row = Math.floor(point.y / 100), col = Math.floor(point.x / 100);
    return row >= 0 && row < this.level.rows && col >= 0 && col < this.level.cols ? [row, col] : null;
  }

  place(cell) {
    return `translate(${(cell % this.level.cols) * 100}px, ${Math.floor(cell / this.level.cols) * 100}px)`;
  }

  createSprite(name, cell, kind = "") {
    const number = this.pack.sprites[this.level.game][name];
    const shape = createShape("use", { href: `#${this.scheme}-${number}`, width: 100, height: 100, class: kind });
    shape.style.transform = this.place(cell);
    return shape;
  }

  drawPanel({ row, col, rows, cols, title }) {
    const marks = this.layers[2], x = col * 100, y = row * 100;
    let lines = "";
    for (let at = 1; at < rows; at++) lines += `M${x} ${y + at * 100} h${cols * 100}`;
    for (let at = 1; at < cols; at++) lines += `M${x + at * 100} ${y} v${rows * 100}`;
    marks.append(createShape("path", { class: "lines", d: lines }));
    marks.append(createShape("rect", { class: "frame", x, y, width: cols * 100, height: rows * 100 }));
    // The corners of the net are free: write the name there, else leave it to the description.
    const free = ([r, c]) => !this.level.panels.some((panel) => r >= panel.row && r < panel.row + panel.rows &&
      c >= panel.col && c < panel.col + panel.cols) && r >= 0 && r < this.level.rows && c >= 0 && c < this.level.cols;
    const place = free([row, col + cols]) ? [x + cols * 100 + 20, y + 45]
      : free([row - 1, col]) ? [x + 14, y - 20] : null;
    if (place) {
      const name = createShape("text", { class: "name", x: place[0], y: place[1] });
      name.textContent = title;
      marks.append(name);
    }
  }
}
