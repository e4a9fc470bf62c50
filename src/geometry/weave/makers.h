/// The lists that name all makers of sheets, strands and shells. A new maker is a struct and a word here.
#pragma once
#include "geometry/shells/garments.h"
#include "geometry/shells/plates.h"
#include "geometry/shells/round.h"
#include "geometry/weave/braid.h"
#include "geometry/weave/bun.h"
#include "geometry/weave/fibres.h"
#include "geometry/weave/hair.h"
#include "geometry/weave/knit.h"
#include "geometry/weave/pouch.h"
#include "geometry/weave/sheets.h"
#include "geometry/weave/sweater.h"

namespace weft {

using SheetMaker = std::variant<FlatSheet, DiscSheet, CapeSheet, TubeSheet, BagSheet, PouchSheet>;
using StrandMaker = std::variant<KnitPiece, PonchoKnit, SweaterKnit, HairTube, HeadHair, Braid, Bun, Carpet,
                                 FibreBall, OneStrand>;
using ShellMaker = std::variant<PlateShell, DiscShell, RibbonShell, CardsShell, CylinderShell, SphereShell,
                                CupShell, SleeveShell, TShirtShell, TrousersShell>;

/// A word field without its owner, for readers and manuals.
struct WordInfo {
  std::string name, words, meaning;
};

/// Below, Maker is SheetMaker, StrandMaker or ShellMaker.

/// Names in the order of the list.
template <class Maker>
std::vector<std::string> maker_names();
/// The maker of that name with its default parameters. Throws E0140.
template <class Maker>
Maker maker_named(const std::string& name);
template <class Maker>
std::string maker_name(const Maker& maker);
template <class Maker>
std::string maker_summary(const Maker& maker);

/// Sets a parameter by name, in SI. Throws E0141 when there is none, E0142 when the value is not allowed.
template <class Maker>
void set_number(Maker& maker, const std::string& name, double value);
template <class Maker>
void set_word(Maker& maker, const std::string& name, const std::string& word);

/// About how many vertices it will make, without making them.
template <class Maker>
std::size_t vertex_count(const Maker& maker);
Sheet make_thin(const SheetMaker& maker);
Strands make_thin(const StrandMaker& maker);
QuadSheet make_thin(const ShellMaker& maker);

/// visit(info, value) for every number; value is a double& or a const double& into the maker.
template <class Maker, class Visit>
void visit_numbers(Maker& maker, Visit&& visit) {
  std::visit(
      [&](auto& m) {
        for (const auto& f : m.fields())
          visit(FieldInfo{f.name, f.unit, f.meaning, f.low, f.high}, m.*f.member);
      },
      maker);
}
/// visit(info, value) for every word; value is a std::string& or a const std::string& into the maker.
template <class Maker, class Visit>
void visit_words(Maker& maker, Visit&& visit) {
  std::visit(
      [&](auto& m) {
        for (const auto& f : m.words()) visit(WordInfo{f.name, f.words, f.meaning}, m.*f.member);
      },
      maker);
}

}  // namespace weft
