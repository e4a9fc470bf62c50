#include "output/usd/frame_layers.h"

#include <algorithm>

#include "output/usd/collider_prim.h"
#include "output/usd/object_prim.h"
#include "output/usd/prim_names.h"

namespace weft::usd {

namespace {

/// Half the side of the square that stands for an endless plane,
/// in cells of the grid: well beyond any object.
constexpr double plane_reach = 200;

/// The names of prims, in the order of the things.
template <class T>
std::vector<std::string> prim_names(const std::vector<T>& things) {
  std::vector<std::string> names;
  for (const T& t : things) names.push_back(t.name);
  return valid_names(names);
}

/// /World with a prim for each object and collider, made by functions of the thing and its name.
template <class OfObject, class OfCollider>
Prim world(const Frame& frame, bool define, const OfObject& of_object, const OfCollider& of_collider) {
  Prim objects{.name = "objects", .type = define ? "Scope" : ""};
  Prim colliders{.name = "colliders", .type = define ? "Scope" : ""};
  const auto object_names = prim_names(frame.objects), collider_names = prim_names(frame.colliders);
  for (std::size_t i = 0; i < frame.objects.size(); ++i)
    objects.children.push_back(of_object(frame.objects[i], object_names[i]));
  for (std::size_t i = 0; i < frame.colliders.size(); ++i)
    colliders.children.push_back(of_collider(frame.colliders[i], collider_names[i]));
  return {.name = "World", .type = define ? "Xform" : "", .children = {objects, colliders}};
}

Prim samples_world(const Frame& frame) {
  const double time = double(frame.number);
  return world(
      frame, false,
      [&](const FrameObject& o, const std::string& name) {
        return Prim{.name = name, .attributes = object_samples(o, time)};
      },
      [&](const FrameCollider& c, const std::string& name) {
        return Prim{.name = name, .attributes = collider_samples(c, time)};
      });
}

/// The thing of that name, made when it is not there.
template <class T>
T& named(std::vector<T>& things, const std::string& name) {
  const auto at = std::find_if(things.begin(), things.end(), [&](const T& t) { return t.name == name; });
  return at == things.end() ? things.emplace_back(T{.name = name}) : *at;
}

void declare_prim(const Prim& samples, Prim& manifest) {
  for (const Attribute& a : samples.attributes) {
    Attribute& declared = named(manifest.attributes, a.name);
    declared.type = a.type;
    declared.interpolation = a.interpolation;
  }
  for (const Prim& child : samples.children) declare_prim(child, named(manifest.children, child.name));
}

}  // namespace

Metadata stage_metadata(const ExportOptions& options) {
  return {{"defaultPrim", Token{"World"}},
          {"upAxis", Token{options.y_up ? "Y" : "Z"}},
          {"metersPerUnit", 1 / options.scale},
          {"timeCodesPerSecond", options.fps},
          {"framesPerSecond", options.fps}};
}

Layer topology_layer(const Frame& frame, const ExportOptions& options) {
  const double reach = frame.dx > 0 ? plane_reach * frame.dx : 10 * options.scale;
  return {stage_metadata(options),
          world(frame, true, object_shape, [&](const FrameCollider& c, const std::string& name) {
            return collider_shape(c, name, reach);
          })};
}

void declare(const Layer& samples, Layer& manifest) {
  manifest.root.name = samples.root.name;
  declare_prim(samples.root, manifest.root);
}

// With the other layers below it a frame can be opened by itself, too.
Layer samples_layer(const Frame& frame, const ExportOptions& options) {
  Layer layer{stage_metadata(options), samples_world(frame)};
  const double time = double(frame.number);
  layer.metadata.insert(
      layer.metadata.end(),
      {{"startTimeCode", time},
       {"endTimeCode", time},
       {"subLayers", SubLayers{{std::string("../") + manifest_file, std::string("../") + topology_file}}},
       {"subLayerOffsets", SubLayerOffsets{2}}});
  return layer;
}

Layer faces_layer(const Frame& frame, const ExportOptions& options, double time) {
  return {stage_metadata(options),
          world(
              frame, false,
              [&](const FrameObject& o, const std::string& name) {
                return Prim{.name = name, .attributes = object_faces(o, time)};
              },
              [](const FrameCollider&, const std::string& name) { return Prim{.name = name}; })};
}

}  // namespace weft::usd
