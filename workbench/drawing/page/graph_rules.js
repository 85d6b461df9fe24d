// The rules of every game whose moves are listed, such as tilts: a lookup in the level's state graph.
//
// A frame is what can be seen of a position. Frames 0 to states - 1 are the states, in the order of
// their distance from the start; the others are the ends of the game, with a status and a note.
// state_frames.py describes the numbers in which a level packs them.

const capitalize = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Unpack base64 of zlib data into the unsigned numbers that it holds as varints. */
async function unpackNumbers(text) {
  const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const numbers = [];
  let value = 0, scale = 1;
  for (const byte of bytes) {
    value += (byte & 127) * scale; // a shift would overflow at 32 bits
    scale *= 128;
    if (byte < 128) {
      numbers.push(value);
      value = 0;
      scale = 1;
    }
  }
  return numbers;
}

const graphRules = {
  /** Unpack the graph of a level, once. */
  async prepare(level) {
    if (level.columns) return;
    const numbers = await unpackNumbers(level.graph);
    const { pieces, states, ends, words } = level;
    const frames = states + ends.length, columns = [];
    let at = 0;
    for (let piece = 0; piece < pieces; piece++, at += frames) {
      columns.push(numbers.slice(at, at + frames));
    }
    level.columns = columns;
    level.edges = numbers.slice(at, at += states * words.length);
    level.distance = numbers.slice(at, at + states);
  },

  /** Return the visible pieces of a frame. */
  listPieces: (level, frame) => level.columns.flatMap((column) => {
    const code = column[frame] - 1; // 0 is a piece that has left the board
    return code < 0 ? [] : [{ cell: Math.floor(code / level.names.length), name: level.names[code % level.names.length] }];
  }),

  start: () => ({ frame: 0, status: "playing", note: "" }),

  step(level, position, word) {
    const move = level.words.indexOf(word);
    if (move < 0) throw new Error(`no move of the game: ${word}`);
    const edge = position.status === "playing" ? level.edges[position.frame * level.words.length + move] : 0;
    if (edge === 0) return { after: position, changed: false, note: "Nothing moves that way." };
    const frame = edge - 1;
    const [status, note] = level.ends[frame - level.states] ?? ["playing", ""];
    return { after: { frame, status, note }, changed: true, note };
  },

  picture(level, position) {
    return { tiles: level.tiles, pieces: this.listPieces(level, position.frame), gates: level.gates };
  },

  /** Return the number of moves to the nearest win, or null if no win can be reached. */
  distance(level, position) {
    if (position.status !== "playing") return position.status === "won" ? 0 : null;
    return level.distance[position.frame] || null; // 0 marks a dead state
  },

  towards: (level, way) => level.ways[way] ?? null,

  buttons: (level) => level.words.map((word, index) => ({
    word, label: level.titles[index], way: Object.keys(level.ways).find((way) => level.ways[way] === word),
  })),

  keys: (level) => [
    ["Mouse, touch", "swipe across the board, or use the buttons"],
    ...(Object.keys(level.ways).length ? [["Arrows", "move"]] : []),
  ],

  count: (words) => words.length,

  title: (level, word) => level.titles[level.words.indexOf(word)],

  status: () => "",

  /** Describe what a move did: the pieces that left the board. */
  report(level, step, before, title) {
    const left = new Map();
    for (const { name } of this.listPieces(level, before.frame)) left.set(name, (left.get(name) ?? 0) + 1);
    for (const { name } of this.listPieces(level, step.after.frame)) left.set(name, (left.get(name) ?? 0) - 1);
    const gone = [...left].filter(([, count]) => count > 0)
      .map(([name, count]) => `${count} ${title(name)}`);
    return [gone.length ? `Gone: ${gone.join(", ")}.` : "", step.note && `${capitalize(step.note)}.`].filter(Boolean).join(" ");
  },

  hints(level, position) {
    const distance = this.distance(level, position);
    if (distance === null) return [{ degree: 1, text: "No win can be reached from here. Undo." }];
    const best = level.words.find((word) => {
      const step = this.step(level, position, word);
      return step.changed && this.distance(level, step.after) === distance - 1;
    });
    const count = `${distance} ${distance === 1 ? "move" : "moves"} to the nearest win.`;
    return [{ degree: 1, text: count }, { degree: 3, text: `Next: ${this.title(level, best)}. ${count}` }];
  },
};

const RULES = { graph: graphRules };
