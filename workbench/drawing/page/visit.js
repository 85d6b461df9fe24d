// A visit to one level: the moves made, with undo and redo, and the record of them.
// It follows workbench/session/playtest: what both record of the same play is the same.

const PAUSE_SECONDS = 30; // without a move for so long, the player counts as away
const MAX_EVENTS = 5000; // a record that is longer is cut off here

class Visit {
  constructor(level, rules, clock = () => performance.now() / 1000) {
    this.level = level;
    this.rules = rules;
    this.clock = clock;
    this.steps = [];
    this.count = 0;
    this.begin([]);
  }

  /** Begin a record, with the moves that led to the current position. */
  begin(earlier) {
    this.started = new Date();
    this.began = this.last = this.clock();
    this.events = earlier.map((word) => ({ at: 0, text: `move ${word}` }));
    this.earlier = earlier.length;
    this.degree = 0;
    this.finished = false;
  }

  get start() { return this.level.startPosition ??= this.rules.start(this.level); }
  get position() { return this.count ? this.steps[this.count - 1].after : this.start; }
  get length() { return this.rules.count(this.words); }
  get words() { return this.steps.slice(0, this.count).map((step) => step.word); }
  get canRedo() { return this.count < this.steps.length; }
  get seconds() { return this.clock() - this.began; }

  /** Make a move. One that changes nothing is not recorded. */
  make(word) {
    const before = this.position;
    const step = { ...this.rules.step(this.level, before, word), word, before };
    if (!step.changed) return step;
    this.steps.splice(this.count, Infinity, step);
    this.count++;
    this.note(`move ${word}`, step.after.status === "lost");
    if (step.after.status === "won") this.finished = true;
    return step;
  }

  undo() {
    if (!this.count) return false;
    if (this.finished) this.begin(this.words);
    this.count--;
    this.note("undo");
    return true;
  }

  redo() {
    if (!this.canRedo) return false;
    this.count++;
    this.note("redo");
    // The move that was undone may be the one that wins or loses; losing again is no new death.
    if (this.position.status === "won") this.finished = true;
    return true;
  }

  restart() {
    if (this.finished) {
      this.steps = [];
      this.count = 0;
      this.begin([]);
    } else if (this.count) {
      this.count = 0;
      this.note("restart");
    }
  }

  /** Return the next, more revealing hint for the position. */
  hint() {
    const found = this.rules.hints(this.level, this.position, this.words);
    const next = found.find(({ degree }) => degree > this.degree) ?? found.at(-1);
    if (next && next.degree > this.degree) {
      this.note(`hint ${next.degree}`);
      this.degree = next.degree;
    }
    return next;
  }

  note(text, isLoss = false) {
    const now = this.clock();
    if (now - this.last >= PAUSE_SECONDS) {
      this.events.push({ at: this.last - this.began, text: `pause ${(now - this.last).toFixed(1)}` });
    }
    this.last = now;
    this.degree = 0;
    this.events.push({ at: this.seconds, text, isLoss });
  }

  /** Return the record as a [[plays]] table, or "" if there is nothing to record. */
  format() {
    const events = this.events.slice(0, MAX_EVENTS);
    if (!events.slice(this.earlier).some(({ text }) => text.startsWith("move"))) return "";
    const deaths = events.filter(({ isLoss }) => isLoss).length;
    const cut = events.length < this.events.length;
    const result = cut || this.position.status === "playing" ? "left" : this.position.status;
    const seconds = this.finished ? events.at(-1).at : this.seconds;
    const lines = events.map(({ at, text }) => `${at.toFixed(1)} ${text}\n`);
    return [
      "[[plays]]",
      `started = ${formatTime(this.started)}`,
      `board = "${this.level.board}"`,
      `rules = ${this.level.rules}`,
      `result = "${result}"`,
      `seconds = ${seconds.toFixed(1)}`,
      ...(this.level.optimum ? [`optimum = ${this.level.optimum}`] : []),
      ...(deaths ? [`deaths = ${deaths}`] : []),
      `events = """\n${lines.join("")}"""`,
      "",
    ].join("\n");
  }
}

/** Format a time with its offset from UTC, to the second. */
function formatTime(time) {
  const offset = -time.getTimezoneOffset();
  const pad = (number) => String(Math.floor(Math.abs(number))).padStart(2, "0");
  const local = new Date(time.getTime() + offset * 60000).toISOString().slice(0, 19);
  return `${local}${offset < 0 ? "-" : "+"}${pad(offset / 60)}:${pad(offset % 60)}`;
}
