/// What a frame of output holds of a body.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "math/vec.h"

namespace weft {

/// Vertices in the order of their ids, and how they hang together.
///   points   vertices alone                    grains, putty
///   mesh     polygons: faces[f] corners each   cloth, shells, the surface of solids
///   curves   polylines: curves[c] vertices each, one after the other   fibres, hair
struct FrameObject {
  std::string name, kind;  ///< kind: points, mesh or curves
  std::string look;        ///< how pictures show it: "sand", "cloth", ... ; empty: by kind
  double radius = 0;       ///< points: half their mean spacing; mesh, curves: half the thickness [m]
  bool smooth = false;     ///< mesh: the surface is the Catmull-Clark limit of these polygons
  std::array<float, 3> colour{0.8f, 0.7f, 0.5f};  ///< sRGB, 0..1
  std::vector<Vec3<float>> position, velocity;
  std::vector<std::uint32_t> id;
  std::vector<std::array<float, 3>> colours;          ///< per vertex, may be empty
  std::vector<float> radii;                           ///< per vertex where `radius` will not do, may be empty
  std::map<std::string, std::vector<float>> scalars;  ///< per vertex, e.g. "plastic_strain"
  std::vector<std::uint32_t> faces, corners;          ///< mesh: corners of each face; vertex of each corner
  std::vector<std::array<float, 2>> uv;               ///< mesh: of each corner, may be empty
  std::vector<std::uint32_t> curves;                  ///< curves: vertices of each
};

}  // namespace weft
