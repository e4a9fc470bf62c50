# Sourced by the checks beside it: what they say, and that they end with the first thing that is wrong.
checks=0
fail() { printf 'FAILED: %s\n%s\n' "$1" "${2:-}" >&2; exit 1; }
expect() {  # expect WHAT FOUND WANTED
  [ "$2" = "$3" ] || fail "$1" "$(printf 'found:  %s\nwanted: %s' "$2" "$3")"
  checks=$((checks + 1))
}
holds() {  # holds WHAT TEXT WORD...
  local what=$1 text=$2 word
  shift 2
  for word in "$@"; do grep -qxF -- "$word" <<<"$text" || fail "$what: no '$word'" "$text"; done
  checks=$((checks + 1))
}
passed() { echo "$(basename "$0"): $checks checks passed"; }
