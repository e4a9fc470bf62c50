/// Keys that several tables share.
#pragma once
#include <fmt/format.h>

#include "scene/keys/tables.h"
#include "scene/read/reading.h"

namespace weft {

inline constexpr double kFar = 1e6;  // nothing is farther than this from the origin [m]

/// at and rotate of anything that has a place.
template <class T>
Keys<T> place_keys(const std::string& at, const std::string& rotate) {
  return {{{.name = "at",
            .type = KeyType::vector,
            .unit = "m",
            .fallback = "[0, 0, 0]",
            .low = -kFar,
            .high = kFar,
            .meaning = at},
           [](TableReader& table, const Scene& scene, T& to) { to.place = read_placement(table, scene); },
           [](const T& from, const std::string&) { return list(from.place.at); }},
          {{.name = "rotate", .type = KeyType::table, .meaning = rotate},
           {},
           [](const T& from, const std::string&) { return rotation_text(from.place); }}};
}

template <class T>
Key<T> look_key(const std::string& automatic) {
  return key_of<T>(describe::word<&T::look>(
      "look",
      {"auto", "matt", "sand", "snow", "cloth", "hair", "rubber", "plastic", "metal", "goo", "water", "glass"},
      "how pictures show it; auto: " + automatic));
}

/// A colour that is kept where nothing is written.
template <class T>
Key<T> colour_key(Colour T::*member, KeyInfo info) {
  const std::string name = info.name;
  return {std::move(info),
          [member, name](TableReader& table, const Scene&, T& to) {
            if (const toml::node* n = table.node(name)) to.*member = read_colour(table, *n, name);
          },
          [member](const T& from, const std::string&) { return list(from.*member); }};
}

/// keys = [{ }] and the motion they stand for are read together: this is the description alone.
template <class T>
Key<T> keyframes_key(const std::string& meaning) {
  return {{.name = "keys", .type = KeyType::list, .meaning = meaning},
          {},
          [](const T& from, const std::string& folder) {
            std::string out;
            for (const KeySpec& k : from.keys)
              out += (out.empty() ? "[" : ", ") + keyframe_table().keys.text(k, folder);
            return out.empty() ? out : out + "]";
          }};
}

/// Written only where it is true.
template <class T, class Owner>
Key<T> when_true(const Setting<Owner>& setting) {
  Key<T> key = key_of<T>(setting);
  key.write = [write = key.write](const T& from, const std::string& folder) {
    const std::string text = write(from, folder);
    return text == "true" ? text : "";
  };
  return key;
}

/// A name that other tables use; read_name reads it.
template <class T>
Key<T> name_key(const std::string& meaning, bool required = false) {
  return {{.name = "name", .type = KeyType::text, .meaning = meaning, .required = required},
          {},
          [](const T& from, const std::string&) { return quoted(from.name); }};
}

}  // namespace weft
