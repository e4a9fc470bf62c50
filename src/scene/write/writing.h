/// What the writers of scene.resolved.toml share. "{}" writes the shortest digits that read back
/// as the same number.
#pragma once
#include <fmt/format.h>

#include <sstream>

#include "exec/setting.h"
#include "materials/material.h"
#include "scene/spec/shape.h"

namespace weft {

class Writer {
 public:
  void line(const std::string& text) { out_ << text << "\n"; }
  void key(const std::string& name, const std::string& value) { out_ << name << " = " << value << "\n"; }
  std::string text() const { return out_.str(); }

 private:
  std::ostringstream out_;
};

std::string quoted(const std::string& text);
std::string list(const Vec3d& v);
std::string list(const Colour& c);
std::string list(const Formulas& f);
/// "" for nothing.
std::string value_text(const Value& value);
/// A run folder is another place than the scene's, so paths are written whole.
std::string whole_path(const std::string& folder, const std::string& path);
/// rotate = { }, "" where nothing is turned.
std::string rotation_text(const Placement& p);
/// shape = { }.
std::string shape_text(const ShapeSpec& shape, const std::string& folder);
/// box = [[x, y, z], [x, y, z]].
std::string box_text(const Bounds& box);
/// material = { law = ... }.
std::string material_text(const Material& material);

}  // namespace weft
