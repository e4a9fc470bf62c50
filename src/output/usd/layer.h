/// A layer of a USD scene, as it is described before it becomes a file.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "output/usd/crate.h"

namespace weft::usd {

struct Attribute {
  std::string name = {}, type = {};  ///< "points", "point3f[]"
  Value value = {};                  ///< none: declared only
  std::optional<double> time = {};   ///< the value is a sample at this time; otherwise it always holds
  std::string interpolation = {};    ///< of primvars and widths: constant, vertex, faceVarying
  bool uniform = false, custom = false;
};

struct Prim {
  std::string name = {}, type = {};  ///< without a type it only says more about a prim of another layer
  std::vector<Attribute> attributes = {};
  std::vector<Prim> children = {};
};

using Metadata = std::vector<std::pair<std::string, Value>>;

struct Layer {
  Metadata metadata = {};
  Prim root = {};  ///< the only one at the top
};

/// Closed, ready to be written. It looks at the arrays of the layer.
Crate crate(const Layer& layer);

}  // namespace weft::usd
