/// The manual page weft(1), in the macros of man(7).
#include <fmt/format.h>

#include "option_words.h"

namespace weft {
namespace {

constexpr const char* kHead = R"(.\" Made by `weft man`.
.TH WEFT 1 "" "weft {}" "User Commands"
.SH NAME
weft \- simulates cloth, knits, hair, shells, solids, rigid bodies, putty and grains
.SH SYNOPSIS
.B weft
.I VERB
.RI [ argument " ...]"
.SH DESCRIPTION
.B weft
reads a scene (a TOML file), simulates it into a run folder, and draws or exports what it finds there. Runs give the same bytes
for any number of threads, and continue after an interruption as if it had never been.
.PP
.nf
    weft new first.toml
    weft check first.toml
    weft run first.toml
    weft render first.run
.fi
.SH VERBS
)";

constexpr const char* kTail = R"(.SH EXIT STATUS
.TP
.B 0
done
.TP
.B 1
a validation case failed, or two runs differ
.TP
.B 2
something is wrong with the command line, the scene or a file it names
.TP
.B 3
the simulation is past mending
.TP
.B 4
the disk is full, or a file is damaged
.TP
.B 5
out of memory, of this machine or of its graphics card
.TP
.B 6
the limit of hours was reached
.TP
.B 130, 143
interrupted or terminated; weft resume continues
.PP
An error has a code;
.B weft explain
.I CODE
says what it means and what to do.
.SH FILES
.TP
.I share/weft/scenes/
scenes the program was shipped with, beside its
.IR bin/ ;
.B weft run demo
finds
.IR demo.toml
there
.TP
.I NAME.run/
a run folder
.SH SEE ALSO
.BR ffmpeg (1),
which makes movies of pictures
)";

/// A text as troff takes it literally: dashes that can be copied, no line that begins with a command.
std::string literal(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '\\') out += "\\e";
    else if (c == '-') out += "\\-";
    else out += c;
  }
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

std::string value_text(const OptionWords& o) {
  const std::string name = "\\fI" + literal(o.value) + "\\fR";
  return o.value_optional ? "[" + name + "]" : name;
}

std::string of_verb(const VerbWords& v) {
  std::string text = fmt::format(".SS \"weft {}", v.name);
  for (const OptionWords& p : v.places)
    text += (p.required ? " " : " [") + literal(p.value) + (p.many ? " ..." : "") + (p.required ? "" : "]");
  text += "\"\n" + literal(v.help) + "\n";
  for (const OptionWords& p : v.places) text += ".TP\n" + value_text(p) + "\n" + literal(p.help) + "\n";
  for (const OptionWords& o : v.options) {
    text += ".TP\n";
    for (std::size_t k = 0; k < o.dashed.size(); ++k)
      text += (k ? ", \\fB" : "\\fB") + literal(o.dashed[k]) + "\\fR";
    if (!o.value.empty()) text += " " + value_text(o);
    text += "\n" + literal(o.help) + "\n";
  }
  return text;
}

}  // namespace

std::string man_page(const std::vector<VerbWords>& verbs) {
  std::string text = fmt::format(kHead, WEFT_VERSION);
  for (const VerbWords& v : verbs) text += of_verb(v);
  return text + kTail;
}

}  // namespace weft
