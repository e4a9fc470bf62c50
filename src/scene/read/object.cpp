/// [[object]]: its kind says which keys it has.
#include "scene/kinds/kind.h"
#include "scene/suggest.h"

namespace weft {
namespace {

const Kind& read_kind(TableReader& object, ObjectSpec& o) {
  o.type = object.text("type");
  if (const Kind* kind = find_kind(o.type)) return *kind;
  const std::string near = nearest_word(o.type, type_names());
  throw object.error("E0211", fmt::format("'type' in {} cannot be '{}'", object.title(), o.type), "type",
                     fmt::format("{}one of: {}", near.empty() ? "" : fmt::format("did you mean '{}'? ", near),
                                 fmt::join(type_names(), " ")));
}

}  // namespace

ObjectSpec read_object(TableReader object, const Scene& scene, std::size_t number) {
  ObjectSpec o;
  o.name = read_name(object, fmt::format("object{}", number));
  object.retitle(fmt::format("[[object]] \"{}\"", o.name));
  const Kind& kind = read_kind(object, o);
  object.use(kind.table.info);
  kind.begin(object, scene, o);
  kind.table.read(object, scene, o);
  if (kind.check) kind.check(object, scene, o);
  object.finish();
  return o;
}

}  // namespace weft
