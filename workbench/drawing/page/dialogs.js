// The dialogs: the levels, the goal and keys, and the playtest record.

function openLevels() {
  find("level-list").replaceChildren(...pack.levels.map((each, index) => {
    const item = document.createElement("li"), button = document.createElement("button");
    const won = memory.won[each.board];
    const units = pack.games[each.game].units;
    const parts = [["number", String(index + 1)], ["name", each.title], ["done", won ? `✓ ${formatCount(won, units)}` : ""]];
    for (const [kind, text] of parts) {
      const part = document.createElement("span");
      part.className = kind;
      part.dir = kind === "name" ? "auto" : "";
      part.textContent = text;
      button.append(part);
    }
    button.setAttribute("aria-label", `Level ${index + 1}: ${each.title}${won ? `, won in ${formatCount(won, units)}` : ""}`);
    if (index === number) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => {
      find("levels").close();
      open(index);
    });
    item.append(button);
    return item;
  }));
  find("levels").showModal();
}

function openRules() {
  const game = pack.games[level.game];
  find("rules-title").textContent = game.title;
  fillList(find("rule-list"), game.manual);
  const keys = [...rules.keys(level)];
  keys.push(["z, y", "undo, redo"], ["r", "restart"], ["n, p", "next and previous level"], ["l, g", "levels, this page"]);
  if (pack.hints) keys.push(["h", "a hint; again for more"]);
  fillList(find("key-list"), keys);
  find("rules").showModal();
}

function fillList(list, pairs) {
  list.replaceChildren(...pairs.flatMap((pair) => pair.map((text, index) => {
    const item = document.createElement(index ? "dd" : "dt");
    item.textContent = text;
    return item;
  })));
}

// --- Records ---

/** Return the file of all records, the unfinished visit included. */
function formatRecords() {
  const current = visit && !visit.finished ? visit.format() : "";
  const all = [...memory.records, current].filter(Boolean);
  return all.length ? `format = 1\n\n${all.join("\n")}` : "";
}

function openRecords() {
  const text = formatRecords();
  find("record-text").value = text || "Nothing was played yet.";
  find("copy-record").disabled = !text;
  URL.revokeObjectURL(find("save-record").href);
  find("save-record").href = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  find("save-record").hidden = !text;
  find("record-message").textContent = "";
  if (!find("records").open) find("records").showModal();
  find("record-text").scrollTop = 0;
}

async function copyRecord() {
  const field = find("record-text");
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    find("record-message").textContent = "Copied.";
  } catch {
    find("record-message").textContent = "Not copied: the browser does not allow it. The text is selected: copy it from there.";
  }
}

function forget() {
  memory = { ...memory, won: {}, records: [] };
  save();
  find("records").close();
  open(number);
}

