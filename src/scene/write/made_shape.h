/// shape = { } where makers take part.
#pragma once
#include "scene/spec/shape.h"
#include "scene/write/writing.h"

namespace weft {

struct MadeShapeText {
  std::string folder;
  GrowsOn grows_on;
  template <class Maker>
  std::string maker_text(const Maker& m) const {
    std::vector<std::string> parts;
    for (const auto& f : m.fields()) parts.push_back(fmt::format("{} = {}", f.name, m.*f.member));
    for (const auto& word : m.words())
      parts.push_back(fmt::format("{} = {}", word.name, quoted(m.*word.member)));
    if (!grows_on.mesh.empty()) parts.push_back("on = " + whole_path(folder, grows_on.mesh));
    if (!grows_on.figure.empty()) parts.push_back("figure = " + quoted(grows_on.figure));
    return fmt::format("{} = {{ {} }}", m.name, fmt::join(parts, ", "));
  }
  template <class... Maker>
  std::string operator()(const std::variant<Maker...>& v) const {
    return std::visit([this](const auto& m) { return maker_text(m); }, v);
  }
  std::string operator()(const MeshFile& f) const {
    return fmt::format("mesh = {}, scale = {}", whole_path(folder, f.path), f.scale);
  }
  std::string operator()(const CurveFile& f) const {
    return fmt::format("curves = {}, scale = {}", whole_path(folder, f.path), f.scale);
  }
};

template <class Shape>
std::string made_shape_text(const Shape& shape, const GrowsOn& grows_on, const std::string& folder) {
  return "{ " + std::visit(MadeShapeText{folder, grows_on}, shape) + " }";
}

}  // namespace weft
