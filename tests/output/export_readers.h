/// Small readers of the exported formats, written from the formats' descriptions and nothing else.
#pragma once
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace weft {

template <class T>
T number_at(const std::string& bytes, std::size_t at) {
  T x{};
  if (at + sizeof x > bytes.size()) ADD_FAILURE() << "file ends at byte " << bytes.size();
  else std::memcpy(&x, bytes.data() + at, sizeof x);
  return x;
}

/// A PLY file: for each element, for each property, the numbers of all rows one after the other; of a list
/// also "NAME#", the lengths.
using PlyTables = std::map<std::string, std::map<std::string, std::vector<double>>>;

inline PlyTables parse_ply(const std::string& bytes) {
  struct Property {
    std::string name, type, count;  // count: of a list
  };
  struct Element {
    std::string name;
    std::size_t rows;
    std::vector<Property> properties;
  };
  const std::size_t end = bytes.find("end_header\n");
  std::istringstream head(bytes.substr(0, end));
  std::vector<Element> elements;
  std::string line, word;
  std::getline(head, line);
  EXPECT_EQ(line, "ply");
  while (std::getline(head, line)) {
    std::istringstream in(line);
    in >> word;
    if (word == "format") {
      EXPECT_EQ(line, "format binary_little_endian 1.0");
    }
    if (word == "element") {
      Element e;
      in >> e.name >> e.rows;
      elements.push_back(e);
    }
    if (word == "property") {
      Property p;
      in >> p.type;
      if (p.type == "list") in >> p.count >> p.type;
      in >> p.name;
      elements.back().properties.push_back(p);
    }
  }
  std::size_t at = end + std::strlen("end_header\n");
  const auto take = [&](const std::string& type) -> double {
    const auto read = [&](auto x) {
      x = number_at<decltype(x)>(bytes, at);
      at += sizeof x;
      return double(x);
    };
    if (type == "float") return read(float());
    if (type == "int") return read(std::int32_t());
    if (type == "uint") return read(std::uint32_t());
    EXPECT_EQ(type, "uchar");
    return read(std::uint8_t());
  };
  PlyTables tables;
  for (const Element& e : elements)
    for (std::size_t row = 0; row < e.rows && at < bytes.size(); ++row)
      for (const Property& p : e.properties) {
        std::size_t n = 1;
        if (!p.count.empty()) {
          n = std::size_t(take(p.count));
          tables[e.name][p.name + "#"].push_back(double(n));
        }
        for (std::size_t k = 0; k < n; ++k) tables[e.name][p.name].push_back(take(p.type));
      }
  EXPECT_EQ(at, bytes.size()) << "bytes after the last element";
  return tables;
}

/// One `o` of an OBJ file; indices are its own, from 0.
struct ObjObject {
  std::vector<std::vector<float>> v;
  std::vector<std::array<float, 2>> vt;
  std::vector<std::vector<std::size_t>> f, ft, l, p;
};

inline std::map<std::string, ObjObject> parse_obj(const std::string& text) {
  std::map<std::string, ObjObject> objects;
  ObjObject* o = nullptr;
  std::size_t all_v = 0, all_vt = 0, first_v = 0, first_vt = 0;
  std::istringstream lines(text);
  for (std::string line, word; std::getline(lines, line);) {
    std::istringstream in(line);
    if (!(in >> word) || word == "#") continue;
    if (word == "o") {
      std::getline(in >> std::ws, word);
      o = &objects[word];
      first_v = all_v;
      first_vt = all_vt;
      continue;
    }
    if (!o) continue;
    if (word == "v") {
      o->v.emplace_back();
      for (std::string x; in >> x;) o->v.back().push_back(std::strtof(x.c_str(), nullptr));
      ++all_v;
    } else if (word == "vt") {
      std::string a, b;
      in >> a >> b;
      o->vt.push_back({std::strtof(a.c_str(), nullptr), std::strtof(b.c_str(), nullptr)});
      ++all_vt;
    } else {
      auto& list = word == "f" ? o->f : word == "l" ? o->l : o->p;
      list.emplace_back();
      if (word == "f") o->ft.emplace_back();
      for (std::string x; in >> x;) {
        list.back().push_back(std::stoul(x) - 1 - first_v);
        if (const auto slash = x.find('/'); slash != std::string::npos)
          o->ft.back().push_back(std::stoul(x.substr(slash + 1)) - 1 - first_vt);
      }
    }
  }
  return objects;
}

/// The text of an attribute in the XML that follows `from`.
inline std::string xml_attribute(const std::string& xml, const std::string& name, std::size_t from) {
  const std::size_t at = xml.find(" " + name + "=\"", from);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + name.size() + 3;
  return xml.substr(begin, xml.find('"', begin) - begin);
}

/// The bytes of an appended array of a VTP file.
inline std::string vtp_array(const std::string& file, const std::string& name) {
  const std::size_t tag = file.find("Name=\"" + name + "\"");
  if (tag == std::string::npos) return "";
  const std::size_t data = file.find('_', file.find("<AppendedData")) + 1;
  const std::size_t at = data + std::stoul(xml_attribute(file, "offset", tag));
  return file.substr(at + 8, number_at<std::uint64_t>(file, at));
}

}  // namespace weft
