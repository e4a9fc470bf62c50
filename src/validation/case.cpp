/// Reading case files.
#include "validation/case.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "exec/error.h"
#include "scene/read/table_reader.h"
#include "scene/keys/tables.h"
#include "scene/scene.h"
#include "scene/suggest.h"
#include "validation/case_keys.h"
#include "validation/case_read.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

/// A number as it is, a text as an expression.
std::string expression_of(TableReader& reader, const std::string& key) {
  const toml::node* n = reader.node(key);
  if (const auto* s = n->as_string()) return s->get();
  return fmt::format("{:.17g}", reader.number_of(*n, *expect_table().find("below")));
}

Expectation read_expectation(TableReader e) {
  Expectation x;
  x.value = e.text("value");
  x.name = e.has("name") ? e.text("name") : x.value;
  x.source = e.text("source");
  x.shortfall = e.text("shortfall");
  x.place = e.place("value");
  if (e.has("relative")) x.relative = e.number("relative");
  if (e.has("absolute")) x.absolute = e.number("absolute");
  if (e.has("equals")) x.equals = expression_of(e, "equals");
  if (e.has("below")) x.below = e.number("below");
  if (e.has("above")) x.above = e.number("above");
  if (e.has("between")) {
    const auto b = e.numbers("between", 2);
    x.above = b[0], x.below = b[1];
  }
  if (!x.equals && !x.below && !x.above)
    throw e.error("E0711", fmt::format("[[expect]] \"{}\" says nothing to compare with", x.name), "value",
                  "add equals and a tolerance, below, above or between");
  if (x.equals && (x.below || x.above))
    throw e.error("E0711", fmt::format("[[expect]] \"{}\" has both equals and a bound", x.name), "equals",
                  "split it in two");
  if (x.equals && !e.has("relative") && !e.has("absolute"))
    throw e.error("E0711", fmt::format("[[expect]] \"{}\" has no tolerance", x.name), "equals",
                  "add relative = 0.01 or absolute = ...");
  if (e.has("float")) {
    const double tolerance = e.number("float");
#ifndef WEFT_DOUBLE
    if (e.has("relative")) x.relative = tolerance;
    if (e.has("absolute")) x.absolute = tolerance;
    if (x.below && !x.equals) x.below = tolerance;
#else
    (void)tolerance;
#endif
  }
  e.finish();
  return x;
}

void read_head(TableReader& root, Case& c) {
  static const toml::table nothing;
  TableReader head = root.has("case") ? root.table("case", case_table())
                                      : TableReader(c.document, nothing, case_table(), "[case]");
  c.id = head.text("id");
  if (c.id.empty()) c.id = fs::path(c.path).stem().string();
  c.title = head.text("title");
  c.source = head.text("source");
  c.cost = head.text("cost");
  c.is_long = head.flag("long");
  if (const toml::node* n = head.node("constants")) {
    const toml::table* t = n->as_table();
    if (!t)
      throw head.error("E0207", "'constants' in [case] must be a table", "constants",
                       "write { name = number }");
    for (const auto& [key, value] : *t)
      c.constants[std::string(key.str())] = head.number_of(value, *expect_table().find("below"));
  }
  head.finish();
}

void read_runs(TableReader& root, Case& c) {
  std::set<std::string> seen;
  for (TableReader& r : root.tables("run", run_table())) {
    CaseRun run;
    run.name = r.text("name");
    run.set = r.texts("set");
    if (!seen.insert(run.name).second)
      throw r.error("E0712", fmt::format("two runs are called '{}'", run.name), "name", "rename one");
    r.finish();
    c.runs.push_back(run);
  }
  if (c.runs.empty()) c.runs.push_back({});
}

/// Tries every expression on made-up series with the columns that the runs will have.
void try_expressions(const Case& c) {
  SeriesScope scope;
  scope.constants = c.constants;
  scope.folder = c.folder;
  for (const CaseRun& run : c.runs) {
    const Scene scene = read_scene(c.path, {run.set, Quality::normal});
    Series& s = scope.runs[run.name];
    s["time"] = {0, 1};
    for (const Probe& p : scene.probes) s[p.name] = {1, 2};
  }
  for (const Expectation& e : c.expectations) {
    try {
      evaluate(e.value, scope);
      if (e.equals) evaluate(*e.equals, scope);
    } catch (const Error& error) {
      throw Error(error.code, error.what(), c.document->sources.where(e.place),
                  c.document->sources.excerpt(e.place, error.hint));
    }
  }
}

}  // namespace

Case read_case(const std::string& path) {
  Case c;
  c.path = path;
  c.folder = (fs::path(path).parent_path() / ".").string();
  c.document = read_document(path);
  TableReader root(c.document, c.document->root, top_table(), "the case");
  read_head(root, c);
  c.transfers = read_transfers(root);
  c.points = read_points(root);
  c.shells = read_shells(root);
  c.solids = read_solids(root);
  c.rods = read_rods(root);
  if (c.has_scene()) read_runs(root, c);
  for (TableReader& e : root.tables("expect", expect_table())) c.expectations.push_back(read_expectation(e));
  if (c.expectations.empty())
    throw root.error("E0711", "a case needs at least one [[expect]]", "case", "say what must come out");
  if (c.has_scene()) try_expressions(c);
  else root.finish();
  return c;
}

std::vector<std::string> find_cases(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code none;
    if (!fs::is_directory(path, none)) {
      if (!fs::exists(path, none))
        throw Error("E0710", fmt::format("there is no case '{}'", path), path,
                    "give a case file or a folder of them");
      files.push_back(path);
      continue;
    }
    std::vector<std::string> here;
    for (const auto& entry : fs::directory_iterator(path))
      if (entry.path().extension() == ".toml") here.push_back(entry.path().string());
    if (here.empty())
      throw Error("E0710", fmt::format("no case files (*.toml) in '{}'", path), path,
                  "give a case file or a folder of them");
    std::sort(here.begin(), here.end());
    files.insert(files.end(), here.begin(), here.end());
  }
  return files;
}

}  // namespace weft
