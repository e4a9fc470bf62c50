/// Reading the table of a maker: sheet = { ... }, cup = { ... }.
#pragma once
#include <fmt/format.h>

#include "scene/keys/maker_keys.h"
#include "scene/read/figure.h"
#include "scene/read/reading.h"

namespace weft {

template <class Maker>
Maker read_maker(TableReader& shape, const Scene& scene, GrowsOn& grows_on) {
  constexpr double kMostVertices = 1e8;
  Maker m;
  TableReader t = shape.table(m.name, scene_table(maker_table<Maker>()));
  for (const auto& f : m.fields())
    m.*f.member = std::string(f.name) == "spacing" && !t.has("spacing") ? scene.solver.dx : t.number(f.name);
  for (const auto& w : m.words()) m.*w.member = t.word(w.name);
  if constexpr (std::is_same_v<Maker, HeadHair>) grows_on = read_grows_on(t, scene);
  t.finish();
  if (double(m.count()) > kMostVertices)
    throw t.error("E0216", fmt::format("this would have about {:.2g} vertices", double(m.count())),
                  m.fields()[0].name, fmt::format("the program can hold {:.0e}", kMostVertices));
  return m;
}

/// The maker of the list whose key the table has, if there is one.
template <class List>
std::optional<List> read_makers(TableReader& shape, const Scene& scene, GrowsOn& grows_on) {
  std::optional<List> found;
  const auto look = [&]<class M>(M*) {
    if (shape.has(M::name)) found = read_maker<M>(shape, scene, grows_on);
  };
  [&]<class... M>(std::variant<M...>*) {
    (look(static_cast<M*>(nullptr)), ...);
  }(static_cast<List*>(nullptr));
  return found;
}

}  // namespace weft
