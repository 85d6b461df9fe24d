// Plays moves in PuzzleScript's own engine, without a browser.
// Usage: node puzzlescript_engine.js FOLDER < jobs.json, where FOLDER holds the engine (src/js).
// A job is {"source": text, "plays": [{"level": n, "moves": "RULD"}]}. Prints, for each play, the
// errors of the compiler and, for each move, whether it won and the objects of each cell.
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const nothing = () => undefined;
// An element of a page: every property is another one, and every call does nothing.
const element = () => new Proxy(nothing, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => "" : element()),
  set: () => true,
});
const store = new Map();
Object.assign(global, {
  window: global,
  localStorage: {
    getItem: (key) => store.get(key) ?? null,
    setItem: (key, value) => store.set(key, String(value)),
    removeItem: (key) => store.delete(key),
  },
  document: {
    URL: "workbench://",
    body: element(),
    createElement: element,
    getElementById: element,
  },
  lastDownTarget: null,
  canvas: null,
  input: element(),
  editor: { getValue: () => "" },
  UnitTestingThrow: (error) => { throw error; },
});
for (const name of ["canvasResize", "redraw", "forceRegenImages", "consolePrintFromRule",
  "consolePrint", "consoleError", "consoleCacheDump", "addToDebugTimeline", "killAudioButton",
  "showAudioButton", "regenSpriteImages", "jumpToLine", "printLevel", "playSound",
  "console_print_raw"]) {
  global[name] = nothing;
}

const files = ["storagewrapper", "bitvec", "level", "languageConstants", "globalVariables",
  "debug_off", "font", "rng", "riffwave", "sfxr", "codemirror/stringstream", "colorhelpers",
  "colors", "engine", "parser", "compiler", "soundbar"];
const hooks = `
  var won = 0;
  DoWin = function () { won += 1; againing = false; };
  var stripHTMLTags = (text) => String(text).replace(/<[^>]*>/g, "");
  function openGame(source) {
    unitTesting = true;
    lazyFunctionGeneration = false;
    errorStrings = [];
    errorCount = 0;
    try {
      compile(["restart"], source, "1");
    } catch (error) {
      errorStrings.push(String(error));
    }
    return errorStrings.map(stripHTMLTags);
  }
  function openLevel(number) {
    const boards = state.levels.map((each, at) => [each, at]).filter(([each]) => !("message" in each));
    curlevel = boards[number][1];
    loadLevelFromState(state, curlevel);
    titleScreen = false;
    textMode = false;
    won = 0;
  }
  function makeMove(letter) {
    won = 0;
    let ticks = 0;
    const undo = backups.length;
    processInput({ U: 0, L: 1, D: 2, R: 3 }[letter]);
    while (againing && ticks++ < 500) processInput(-1);
    return { won: won > 0, ticks, undo: backups.length - undo, cells: readCells() };
  }
  function readCells() {
    const rows = [];
    for (let row = 0; row < level.height; row++) {
      const line = [];
      for (let col = 0; col < level.width; col++) {
        const cell = level.getCell(col * level.height + row);
        line.push(state.idDict.filter((_, id) => cell.get(id)).join(" "));
      }
      rows.push(line);
    }
    return rows;
  }
`;
const folder = process.argv[2];
const sources = files.map((name) => fs.readFileSync(path.join(folder, "src/js", name + ".js"), "utf8"));
vm.runInThisContext(sources.join("\n;\n") + hooks, { filename: "puzzlescript" });

const answers = JSON.parse(fs.readFileSync(0, "utf8")).map((job) => {
  const errors = openGame(job.source);
  if (errors.length) return { errors, plays: [] };
  const plays = job.plays.map((play) => {
    openLevel(play.level);
    return [...play.moves].map((letter) => makeMove(letter));
  });
  return { errors, plays };
});
process.stdout.write(JSON.stringify(answers));
