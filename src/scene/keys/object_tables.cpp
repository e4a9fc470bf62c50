/// Small tables inside objects: copies, colour, source and figure.
#include "scene/keys/shared_keys.h"

namespace weft {

using namespace describe;

const Table<Copies>& copies_table() {
  using C = Copies;
  static const Table<C> t{
      "copies",
      "copies = { }",
      "Copies are called name_1, name_2, ... in the order x, y, z.",
      {key_of<C>(describe::vector<&C::counts>("counts", "", {1, 1000}, "along x, y and z").required()),
       key_of<C>(describe::vector<&C::step>("step", "m", {-kFar, kFar}, "from one to the next along x, y and z")
                     .required()),
       key_of<C>(describe::vector<&C::stagger>(
           "stagger", "", {-1, 1},
           "every other layer in z is shifted by these parts of the steps, as bricks are"))}};
  return t;
}

const Table<ColourSpec>& colour_table() {
  using C = ColourSpec;
  static const Table<C> t{
      "colour",
      "colour = { }",
      "",
      {key_of<C>(word<&C::by>("by", {"height", "x", "random", "layers"},
                              "a colour per point, by its place at the start")
                     .required()),
       colour_key<C>(&C::from, {.name = "from", .type = KeyType::any, .meaning = "first colour of the range"}),
       colour_key<C>(&C::to, {.name = "to", .type = KeyType::any, .meaning = "last colour of the range"})}};
  return t;
}

const Table<SourceSpec>& source_table() {
  using S = SourceSpec;
  static const Table<S> t{
      "source",
      "source = { }",
      "",
      {key_of<S>(number<&S::rate>("rate", "kg/s", {1e-9, 1e9},
                                  "mass per second; the speed follows from it, the density and the shape")
                     .or_nothing()),
       key_of<S>(describe::vector<&S::velocity>(
                     "velocity", "m/s", {-1e4, 1e4},
                     "of the new points; with `rate` only its direction counts. Default: along gravity")
                     .without_default()),
       key_of<S>(number<&S::from>("from", "s", {0, 1e6}, "begin")),
       key_of<S>(
           number<&S::until>("until", "s", {0, 1e6}, "end; default: the end of the run").without_default())}};
  return t;
}

const Table<FigureOptions>& figure_table() {
  using F = FigureOptions;
  static const Table<F> t{
      "figure",
      "figure = { }",
      "",
      {key_of<F>(
           word<&F::build>("build", figure_builds(), "slim is 1.7 m tall, stout 1.66 m, tall 1.88 m")),
       key_of<F>(number<&F::height>("height", "m", {0.2, 5}, "instead of its build's").or_nothing()),
       key_of<F>(number<&F::walk>("walk", "m/s", {0, 2},
                                  "speed, along its x; 0: it stands. Its bones must be pinned")),
       key_of<F>(number<&F::start>("start", "s", {0.3, 1e5},
                                   "when the first step begins; the weight shifts a little earlier"))}};
  return t;
}

}  // namespace weft
