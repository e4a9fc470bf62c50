/// A kind of body as scenes see it. KindSpec (scene/spec/object.h) lists the kinds; each says in one function
/// what it is called, which keys it has, how it is checked and how it is built.
#pragma once
#include <memory>

#include "scene/keys/object_keys.h"

namespace weft {

class Body;

struct Kind {
  /// What `type` calls it, a line for `weft list bodies`, and the laws its material may be of (none: it takes no material).
  struct Type {
    std::string name, summary;
    std::vector<std::string> laws = {};
  };
  std::vector<Type> types;
  Table<ObjectSpec> table;
  std::vector<TableInfo> parts;  ///< tables of its shape and pins, for the manual
  /// Makes it one of this kind, or refuses; before any key is read.
  void (*begin)(TableReader&, const Scene&, ObjectSpec&);
  /// What no key alone can tell; after all are read. May be null.
  void (*check)(TableReader&, const Scene&, ObjectSpec&);
  std::unique_ptr<Body> (*build)(const Scene&, const ObjectSpec&);
};

const std::vector<Kind>& kinds();
const Kind& kind_of(const ObjectSpec& object);
/// The kind that has this type; null when there is none.
const Kind* find_kind(const std::string& type);
std::vector<std::string> type_names();
/// Whether a thing of this type can be made of materials of this law.
bool takes_law(const Kind::Type& type, const std::string& law);

/// A setting of a kind's spec alone.
template <class Spec, class Owner>
Key<ObjectSpec> kind_key(const Setting<Owner>& s) {
  return {s.key,
          [s](TableReader& table, const Scene&, ObjectSpec& to) {
            s.put(std::get<Spec>(to.kind), table.value(s.key.name));
          },
          [s](const ObjectSpec& from, const std::string&) {
            return value_text(s.value(std::get<Spec>(from.kind)));
          }};
}

}  // namespace weft
