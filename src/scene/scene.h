/// A scene as plain data: what a file said, in SI, defaults filled in, before any point exists.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "scene/spec/collider.h"
#include "scene/spec/object.h"
#include "scene/spec/output.h"
#include "world/probe.h"
#include "world/solver.h"

namespace weft {

struct Document;  // scene/read/table_reader.h

/// Friction between two things that differs from what each has by itself.
struct PairSpec {
  std::string a, b;  ///< objects, or an object and a collider
  double friction = 0;
};

struct Scene {
  std::string title;
  TimeSpec time;
  Solver solver;
  std::vector<ObjectSpec> objects;
  std::vector<ColliderSpec> colliders;
  std::vector<PairSpec> pairs;
  std::vector<JointSpec> joints;
  std::vector<Probe> probes;
  OutputSpec output;
  RenderSpec render;
  std::string folder;                        ///< mesh paths are relative to it
  std::shared_ptr<const Document> document;  ///< the text itself, for [case], [[expect]] and errors
};

enum class Quality { draft, normal, final };

/// What the command line changes in a scene.
struct Overrides {
  std::vector<std::string> set;  ///< "solver.dx=0.01", "object.column.material.young=1e6"
  Quality quality = Quality::normal;
};

/// Reads a scene file. Throws Error E02xx that points at what is wrong.
Scene read_scene(const std::string& path, const Overrides& overrides = {});
/// The same from a text; `name` is what errors call it, and mesh paths are relative to its folder.
Scene parse_scene(std::string_view text, const std::string& name, const Overrides& overrides = {});
/// The scene as a TOML text with every default spelled out; parses again to an equal scene.
std::string write_resolved(const Scene& scene);
/// "draft", "normal" or "final"; throws Error E0602 otherwise.
Quality parse_quality(const std::string& word);

}  // namespace weft
