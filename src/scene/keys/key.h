/// A key described once: what the manual says of it, how it is read into a T, how it is written again. A table of
/// a scene is a list of keys in the order of scene.resolved.toml, and that of the manual.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "scene/keys/keys.h"
#include "scene/read/table_reader.h"
#include "scene/write/writing.h"

namespace weft {

struct Scene;

template <class T>
struct Key {
  KeyInfo info;
  /// Empty: the reader of another key reads it too.
  std::function<void(TableReader&, const Scene&, T&)> read = {};
  /// The value as TOML, "" where the text does without it; empty: never written. Paths begin at `folder`.
  std::function<std::string(const T&, const std::string& folder)> write = {};
};

/// A key for each setting of a part of T, which `part` finds.
template <class T, class Owner, class Part>
std::vector<Key<T>> keys_of(const Settings<Owner>& settings, Part part) {
  std::vector<Key<T>> out;
  for (const Setting<Owner>& s : settings)
    out.push_back({s.key,
                   [&s, part](TableReader& table, const Scene&, T& to) {
                     s.put(part(to), table.value(s.key.name));
                   },
                   [&s, part](const T& from, const std::string&) { return value_text(s.value(part(from))); }});
  return out;
}
/// A key for a setting of T or of what T begins with.
template <class T, class Owner>
Key<T> key_of(const Setting<Owner>& s) {
  return {s.key,
          [s](TableReader& table, const Scene&, T& to) { s.put(to, table.value(s.key.name)); },
          [s](const T& from, const std::string&) { return value_text(s.value(from)); }};
}

template <class T>
class Keys {
 public:
  Keys() = default;
  Keys(std::initializer_list<Key<T>> keys) : keys_(keys) {}

  Keys& add(Key<T> key) { return keys_.push_back(std::move(key)), *this; }
  Keys& append(const std::vector<Key<T>>& keys) {
    return keys_.insert(keys_.end(), keys.begin(), keys.end()), *this;
  }
  Keys& append(const Keys& keys) { return append(keys.keys_); }
  /// Settings of T, or of what T begins with.
  template <class Owner>
  Keys& append(const Settings<Owner>& settings) {
    for (const Setting<Owner>& s : settings) add(key_of<T>(s));
    return *this;
  }
  Keys& after(const std::string& name, const Keys& keys) {
    keys_.insert(place(name) + 1, keys.keys_.begin(), keys.keys_.end());
    return *this;
  }
  Key<T>& operator[](const std::string& name) { return *place(name); }
  Keys& without(const std::string& name) { return keys_.erase(place(name)), *this; }

  std::vector<KeyInfo> infos() const {
    std::vector<KeyInfo> out;
    for (const Key<T>& k : keys_) out.push_back(k.info);
    return out;
  }
  void read(TableReader& table, const Scene& scene, T& to) const {
    for (const Key<T>& k : keys_)
      if (k.read) k.read(table, scene, to);
  }
  /// A line per key.
  void write(Writer& w, const T& from, const std::string& folder) const {
    for (const Key<T>& k : keys_)
      if (const std::string text = k.write ? k.write(from, folder) : ""; !text.empty())
        w.key(k.info.name, text);
  }
  /// { a = 1, b = 2 }.
  std::string text(const T& from, const std::string& folder) const {
    std::string out;
    for (const Key<T>& k : keys_)
      if (const std::string text = k.write ? k.write(from, folder) : ""; !text.empty())
        out += (out.empty() ? "{ " : ", ") + k.info.name + " = " + text;
    return out + " }";
  }

 private:
  auto place(const std::string& name) {
    for (auto k = keys_.begin(); k != keys_.end(); ++k)
      if (k->info.name == name) return k;
    throw std::logic_error("no key '" + name + "' in this list");
  }
  std::vector<Key<T>> keys_;
};

/// A list and what the manual calls it.
template <class T>
struct Table {
  TableInfo info;
  Keys<T> keys;
  Table(std::string name, std::string title, std::string meaning, Keys<T> list)
      : info{std::move(name), std::move(title), std::move(meaning), list.infos()}, keys(std::move(list)) {}
  void read(TableReader& table, const Scene& scene, T& to) const { keys.read(table, scene, to); }
};

}  // namespace weft
