/// The scene itself, and the order of its tables in the manual.
#include "scene/keys/maker_keys.h"
#include "scene/keys/tables.h"
#include "scene/kinds/kind.h"

namespace weft {

const TableInfo& top_table() {
  using enum KeyType;
  static const TableInfo t{
      "scene",
      "top level",
      "A scene is one TOML file.",
      {
          {.name = "format",
           .type = integer,
           .fallback = "1",
           .low = 0,
           .high = 1e9,
           .meaning = "version of the scene format; this program reads 1"},
          {.name = "title", .type = text, .fallback = "\"\"", .meaning = "one line for pictures and reports"},
          {.name = "time", .type = table, .meaning = "how long, how many frames"},
          {.name = "solver", .type = table, .meaning = "grid, step, gravity"},
          {.name = "object", .type = list, .meaning = "the things that move: `[[object]]`"},
          {.name = "collider", .type = list, .meaning = "obstacles: `[[collider]]`"},
          {.name = "pair", .type = list, .meaning = "friction between two things: `[[pair]]`"},
          {.name = "joint",
           .type = list,
           .meaning = "hinges and fixed joints of rigid bodies: `[[joint]]`"},
          {.name = "probe", .type = list, .meaning = "measurements: `[[probe]]`"},
          {.name = "output", .type = table, .meaning = "what is written"},
          {.name = "render", .type = table, .meaning = "camera, light and look of `weft render`"},
          {.name = "quality",
           .type = table,
           .meaning = "`[quality.draft]`, `[quality.normal]`, `[quality.final]`: keys such as `solver.dx = "
                      "0.02` that replace those of the scene when that quality is asked for. Without "
                      "`solver.dx` in it, draft doubles dx and final halves it"},
          {.name = "expect",
           .type = list,
           .meaning = "`[[expect]]`: what the probes must show (checked by `weft validate`)"},
          {.name = "case", .type = table, .meaning = "validation: what the case is (`weft validate`)"},
          {.name = "run", .type = list, .meaning = "validation: `[[run]]`, the variants to run"},
          {.name = "point", .type = any, .meaning = "validation: a law at a single point"},
          {.name = "transfer", .type = any, .meaning = "validation: a transfer without a world"},
          {.name = "shell", .type = any, .meaning = "validation: a shell without a world"},
          {.name = "solid", .type = any, .meaning = "validation: a solid without a world"},
          {.name = "rod", .type = any, .meaning = "validation: a rod without a world"},
      }};
  return t;
}

const std::vector<TableInfo>& scene_tables() {
  static const std::vector<TableInfo> tables = [] {
    std::vector<TableInfo> all = {top_table(), time_table().info, solver_table().info};
    for (const Kind& kind : kinds()) {
      all.push_back(kind.table.info);
      all.insert(all.end(), kind.parts.begin(), kind.parts.end());
    }
    for (const TableInfo* t :
         {&joint_table().info, &collider_table().info, &keyframe_table().info, &sequence_table().info,
          &pair_table().info, &probe_table().info, &measure_table().info, &output_table().info,
          &render_table().info, &camera_table().info, &sun_table().info})
      all.push_back(*t);
    for (TableInfo& t : maker_tables()) all.push_back(std::move(t));
    return all;
  }();
  return tables;
}

}  // namespace weft
