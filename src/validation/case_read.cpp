/// [[transfer]], [[point]], [[shell]], [[solid]] and [[rod]].
#include "validation/case_read.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "exec/error.h"
#include "scene/read/reading.h"
#include "validation/case_keys.h"

namespace weft {
namespace {

const KeyInfo kNumber{.name = "entry", .low = -1e300, .high = 1e300};
using Entries = std::array<std::array<std::optional<Expression>, 3>, 3>;

const toml::array& rows_of(TableReader& r, const toml::node& node, const std::string& key) {
  const toml::array* rows = node.as_array();
  bool good = rows && rows->size() == 3;
  for (std::size_t i = 0; good && i < 3; ++i) {
    const toml::array* row = (*rows)[i].as_array();
    good = row && row->size() == 3;
  }
  if (!good)
    throw r.error_at("E0213", fmt::format("'{}' in {} must be three rows of three", key, r.title()), node,
                     "write [[a, b, c], [..], [..]]");
  return *rows;
}

/// Entries as formulas of t; an entry that is the word `skip` stays empty.
Entries read_entries(TableReader& r, const std::string& key, const std::string& skip) {
  Entries out;
  const toml::node& node = *r.node(key);
  const toml::array& rows = rows_of(r, node, key);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const toml::node& entry = (*rows[i].as_array())[j];
      const auto* s = entry.as_string();
      if (s && s->get() == skip) continue;
      const std::string text = s ? s->get() : fmt::format("{:.17g}", r.number_of(entry, kNumber));
      try {
        out[i][j] = Expression(text, {"t"});
      } catch (const Error& e) {
        throw r.error_at(e.code, e.what(), entry,
                         "a number, a formula of t" + (skip.empty() ? "" : " or \"" + skip + "\""));
      }
    }
  return out;
}

Mat3d read_matrix(TableReader& r, const toml::node& node, const std::string& key) {
  Mat3d m;
  const toml::array& rows = rows_of(r, node, key);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) m(int(i), int(j)) = r.number_of((*rows[i].as_array())[j], kNumber);
  return m;
}

const toml::table& table_of(TableReader& r, const std::string& key) {
  const toml::table* t = r.node(key)->as_table();
  if (!t)
    throw r.error("E0207", fmt::format("'{}' in {} must be a table", key, r.title()), key,
                  "write { name = ... }");
  return *t;
}

PointCase read_point(TableReader r) {
  PointCase p;
  ObjectSpec object;
  read_material(r, object);
  p.material = object.material;
  p.path = read_entries(r, "path", "free");
  if (r.has("stress")) p.stress = read_entries(r, "stress", "");
  p.steps = int(r.integer("steps"));
  p.duration = r.number("duration");
  p.rotate = r.flag("rotate");
  if (r.has("state"))
    for (const auto& [key, value] : table_of(r, "state"))
      p.state[std::string(key.str())] = r.number_of(value, kNumber);
  if (r.has("reference"))
    for (const auto& [key, value] : table_of(r, "reference")) {
      if (key.str() == "Fe") p.reference_Fe = read_matrix(r, value, "Fe");
      else if (key.str() == "tau") p.reference_tau = read_matrix(r, value, "tau");
      else
        throw r.error_at("E0203", fmt::format("unknown key '{}' in reference", key.str()), value,
                         "known: Fe tau");
    }
  r.finish();
  return p;
}

TransferCase read_transfer(TableReader r) {
  TransferCase t;
  t.test = r.word("test");
  t.degree = int(r.integer("degree"));
  t.scheme = r.word("scheme");
  t.weight_gradient = r.flag("gradient");
  t.random = r.flag("random");
  t.seed = std::uint64_t(r.integer("seed"));
  t.count = int(r.integer("count"));
  t.cells = int(r.integer("cells"));
  t.warm_up = int(r.integer("warm_up"));
  t.radius = r.number("radius");
  for (double m : r.numbers("modes")) t.modes.push_back(int(m));
  r.finish();
  return t;
}

void number_of(TableReader& r, const char* key, std::optional<double>& to) {
  if (r.has(key)) to = r.number(key);
}

/// A key that says nothing to this test is a mistake.
void refuse_idle(TableReader& r, const std::string& test, std::initializer_list<const char*> keys,
                 bool (*takes)(const std::string&, const std::string&)) {
  for (const char* key : keys)
    if (r.has(key) && !takes(test, key))
      throw r.error("E0711", fmt::format("'{}' does nothing in the test '{}'", key, test), key,
                    "docs/validation.md says which tests take it");
}

ShellCase read_shell(TableReader r) {
  ShellCase c;
  c.test = r.word("test");
  c.faces = int(r.integer("faces"));
  c.across = int(r.integer("across"));
  c.gauss = int(r.integer("gauss"));
  c.open_edges = r.flag("open_edges");
  c.support = r.word("support");
  c.ratio = r.number("ratio");
  c.load = r.number("load");
  c.modes = int(r.integer("modes"));
  number_of(r, "poisson", c.poisson);
  number_of(r, "weft_ratio", c.weft_ratio);
  number_of(r, "shear_ratio", c.shear_ratio);
  refuse_idle(r, c.test, {"poisson", "weft_ratio", "shear_ratio"}, shell_takes);
  r.finish();
  return c;
}

SolidCase read_solid(TableReader r) {
  SolidCase c;
  c.test = r.word("test");
  c.law = r.word("law");
  c.cells = int(r.integer("cells"));
  c.seeds = int(r.integer("seeds"));
  r.finish();
  return c;
}

/// A rod's section is given once: by its shape and Poisson's ratio, or by what follows from them.
void read_section(TableReader& r, RodCase& c) {
  number_of(r, "poisson", c.poisson);
  number_of(r, "flatness", c.flatness);
  number_of(r, "ratio", c.ratio);
  number_of(r, "twist_ratio", c.twist_ratio);
  if (c.flatness && c.ratio)
    throw r.error("E0711", "'ratio' follows from 'flatness'", "ratio", "say one of them");
  if ((c.flatness || c.poisson) && c.twist_ratio)
    throw r.error("E0711", "'twist_ratio' follows from 'poisson' and 'flatness'", "twist_ratio",
                  "say one or the others");
  refuse_idle(r, c.test, {"poisson", "flatness", "ratio", "twist_ratio"}, rod_takes);
}

RodCase read_rod(TableReader r) {
  RodCase c;
  c.test = r.word("test");
  c.segments = int(r.integer("segments"));
  c.grading = r.number("grading");
  c.curl = r.number("curl");
  c.gamma = r.number("gamma");
  read_section(r, c);
  c.friction = r.number("friction");
  c.mode = int(r.integer("mode"));
  c.implicit = r.flag("implicit");
  r.finish();
  return c;
}

/// All tables under `key` by their names, which must differ.
template <class T, class Read>
std::map<std::string, T> read_named(TableReader& root, const std::string& key, const TableInfo& info,
                                    Read&& read) {
  std::map<std::string, T> out;
  for (TableReader& r : root.tables(key, info)) {
    const std::string name = r.text("name");
    r.retitle(fmt::format("[[{}]] \"{}\"", key, name));
    if (out.count(name))
      throw r.error("E0712", fmt::format("two tables [[{}]] are called '{}'", key, name), "name",
                    "rename one");
    out.emplace(name, read(r));
  }
  return out;
}

}  // namespace

std::shared_ptr<Document> read_document(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  if (!in || !(text << in.rdbuf()))
    throw Error("E0201", fmt::format("cannot read '{}'", path), path,
                "check the name and that the file may be read");
  return parse_document(text.str(), path);
}

std::map<std::string, TransferCase> read_transfers(TableReader& root) {
  return read_named<TransferCase>(root, "transfer", transfer_table(),
                                  [](TableReader& r) { return read_transfer(r); });
}

std::map<std::string, PointCase> read_points(TableReader& root) {
  return read_named<PointCase>(root, "point", point_table(), [](TableReader& r) { return read_point(r); });
}

std::map<std::string, ShellCase> read_shells(TableReader& root) {
  return read_named<ShellCase>(root, "shell", shell_table(), [](TableReader& r) { return read_shell(r); });
}

std::map<std::string, SolidCase> read_solids(TableReader& root) {
  return read_named<SolidCase>(root, "solid", solid_table(), [](TableReader& r) { return read_solid(r); });
}

std::map<std::string, RodCase> read_rods(TableReader& root) {
  return read_named<RodCase>(root, "rod", rod_table(), [](TableReader& r) { return read_rod(r); });
}

}  // namespace weft
