"""Shell functions that complete the words that depend on a game.

They are templates for :mod:`workbench.cli.shell.completion_script`, which adds its tables. In
each shell, the function ``_workbench_game`` finds the game that the command line names,
``_workbench_settings`` completes ``KEY=VALUE``, ``_workbench_parameters`` completes the name of a
parameter, and ``_workbench_facts`` completes the last fact of an expression or list.
"""

from __future__ import annotations

_TABLES = r"""
_workbench_keys() {
  case "$1" in
@KEYS@
  esac
}
_workbench_values() {
  case "$1" in
@VALUES@
  esac
}
"""

_BASH = (
    _TABLES
    + r"""
_workbench_game() {
  local word
  for word in "${COMP_WORDS[@]}"; do
    [[ -n $word && " @GAMES@ " == *" $word "* ]] && { printf '%s\n' "$word"; return; }
  done
}
_workbench_parameters() {
  compgen -W "$(_workbench_keys "$(_workbench_game)")" -- "$1"
}
_workbench_settings() {
  local game key
  game=$(_workbench_game)
  if [[ $1 == *=* ]]; then
    key=${1%%=*}
    compgen -P "$key=" -W "$(_workbench_values "$game:$key")" -- "${1#*=}"
  else
    compgen -S = -W "$(_workbench_keys "$game")" -- "$1"
  fi
}
_workbench_facts() {
  local word=${1#[\"\']} last
  last=${word##*[ ,(]}
  compgen -P "${word%"$last"}" -W "@FACTS@" -- "$last"
}
"""
)

BASH_WRAPPER = r"""
# Bash divides words at = and :, and --option=value is two words for the function above.
_workbench() {
  local rest=${COMP_LINE:0:COMP_POINT} word joined=() words=() reply i
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((i > 0)) && [[ -n $rest && $rest != [[:blank:]]* ]]; then
      joined[${#joined[@]}-1]+=$word
    else
      rest=${rest#"${rest%%[![:blank:]]*}"}
      joined+=("$word")
    fi
    rest=${rest#"$word"}
  done
  local current=${joined[${#joined[@]}-1]}
  for word in "${joined[@]}"; do
    if [[ $word == --?*=* ]]; then
      words+=("${word%%=*}" "${word#*=}")
    else
      words+=("$word")
    fi
  done
  local COMP_WORDS=("${words[@]}") COMP_CWORD=$((${#words[@]} - 1))
  _shtab_workbench
  # Readline replaces only what follows the last = or : of the word.
  local typed=${COMP_WORDS[COMP_CWORD]} before
  before=${typed%"${typed##*[=:]}"}
  if [[ -n $before && $COMP_WORDBREAKS == *=* ]]; then
    for i in "${!COMPREPLY[@]}"; do
      COMPREPLY[i]=${COMPREPLY[i]#"$before"}
    done
  fi
  [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null
  [[ ${#COMPREPLY[@]} -gt 0 || $current != *=* ]] || compopt +o bashdefault 2>/dev/null
  return 0
}
complete -o bashdefault -F _workbench workbench
"""
"""The function that completes words in bash, which prepares the command line for shtab's."""

_ZSH = (
    _TABLES
    + r"""
_workbench_game() {
  local word
  for word in "${words[@]}"; do
    [[ -n $word && " @GAMES@ " == *" $word "* ]] && { print -r -- "$word"; return }
  done
}
_workbench_parameters() {
  compadd -- $(_workbench_keys "$(_workbench_game)")
}
_workbench_settings() {
  local game=$(_workbench_game) key=${PREFIX%%=*}
  if compset -P 1 '*='; then
    compadd -- $(_workbench_values "$game:$key")
  else
    compadd -S = -q -- $(_workbench_keys "$game")
  fi
}
_workbench_facts() {
  local facts=(@FACTS@)
  compset -P '*[ ,(]'
  compadd -S '' -- $facts
}
"""
)

_FISH = r"""
function _workbench_keys
  switch "$argv[1]"
@KEYS@
  end
end
function _workbench_values
  switch "$argv[1]"
@VALUES@
  end
end
function _workbench_game
  for word in (commandline -opc)
    contains -- $word @GAMES@; and echo $word; and return
  end
end
function _workbench_parameters
  _workbench_keys (_workbench_game | string collect --allow-empty)
end
function _workbench_settings
  set -l game (_workbench_game)
  set -l typed (string replace -r '^--[^=]*=' '' -- (commandline -ct))
  set -l parts (string split -m1 = -- $typed)
  if test (count $parts) -gt 1
    for value in (_workbench_values "$game:$parts[1]")
      echo $parts[1]=$value
    end
  else
    for key in (_workbench_keys "$game")
      echo $key=
    end
  end
end
function _workbench_facts
  set -l typed (string replace -r '^--[^=]*=' '' -- (commandline -ct))
  set -l before (string replace -r '[^ ,(]*$' '' -- $typed | string trim -l -c '\'"')
  for fact in @FACTS@
    echo $before$fact
  end
end
"""

FUNCTIONS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
"""The functions for each shell."""
