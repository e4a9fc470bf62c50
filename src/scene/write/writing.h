/// What the writers of scene.resolved.toml share. "{}" writes the shortest digits that read back as the same
/// number.
#pragma once
#include <fmt/format.h>

#include <sstream>

#include "scene/scene.h"

namespace weft {

class Writer {
 public:
  void line(const std::string& text) { out_ << text << "\n"; }
  void key(const std::string& name, const std::string& value) { out_ << name << " = " << value << "\n"; }
  void number(const std::string& name, double value) { key(name, fmt::format("{}", value)); }
  std::string text() const { return out_.str(); }

 private:
  std::ostringstream out_;
};

std::string quoted(const std::string& text);
std::string list(const Vec3d& v);
std::string list(const Colour& c);
std::string list(const Formulas& f);
/// A run folder is another place than the scene's, so paths are written whole.
std::string whole_path(const std::string& folder, const std::string& path);
std::string rotation(const Placement& p);
void write_place(Writer& w, const Placement& p);
std::string keys_text(const std::vector<KeySpec>& keys);
/// The inside of shape = { }.
std::string shape_text(const ShapeSpec& shape, const std::string& folder);

/// The rest of an object of type rigid; a joint.
void write_rigid(Writer& w, const ObjectSpec& o, const std::string& folder);
void write_joint(Writer& w, const JointSpec& j);

/// material = ..., pins = [...].
std::string material_text(const ObjectSpec& o);
void write_pins(Writer& w, const std::vector<PinSpec>& pins);

/// The inside of shape = { } of hair.
std::string hair_shape_text(const HairSpec& hair, const std::string& folder);
void write_hair(Writer& w, const ObjectSpec& o, const std::string& folder);
/// figure = { }, inside shape = { }.
std::string figure_text(const FigureOptions& figure);
std::string sampling_text(Sampling sampling);
void write_putty(Writer& w, const ObjectSpec& o, const std::string& folder);
void write_solid(Writer& w, const ObjectSpec& o, const std::string& folder);
void write_object(Writer& w, const ObjectSpec& o, const std::string& folder);

}  // namespace weft
