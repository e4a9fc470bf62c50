/// PLY, OBJ and VTP read back by independent small readers, every number compared.
#include <gtest/gtest.h>

#include <set>

#include "geometry/mesh_io.h"
#include "output/export_readers.h"
#include "output/export_testing.h"
#include "output/scratch.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

TEST(ExportPly, HoldsEveryNumber) {
  Scratch dir;
  export_sample("ply", dir.path);
  const Frame f = sample_frame(2);
  const FrameObject& sand = object(f, "sand");
  auto t = parse_ply(slurp(dir / "sand.000002.ply"));
  auto& v = t["vertex"];
  for (int a = 0; a < 3; ++a) {
    EXPECT_EQ(v[std::string(1, "xyz"[a])], flat(sand.position, a));
    EXPECT_EQ(v[std::string("v") + "xyz"[a]], flat(sand.velocity, a));
  }
  EXPECT_EQ(v["id"], doubles(sand.id));
  EXPECT_EQ(v["plastic_strain"], doubles(sand.scalars.at("plastic_strain")));
  EXPECT_EQ(v["pressure"], doubles(sand.scalars.at("pressure")));
  EXPECT_EQ(v["green"].at(59), 255);
  EXPECT_EQ(v["blue"].at(0), 51);
  EXPECT_FALSE(t.count("face"));

  const FrameObject &cloth = object(f, "cloth"), &hair = object(f, "hair");
  auto seams = parse_ply(slurp(dir / "cloth.000002.ply"));
  EXPECT_EQ(seams["face"]["vertex_indices"], doubles(cloth.corners));
  EXPECT_EQ(seams["face"]["vertex_indices#"], doubles(cloth.faces));
  std::vector<double> uv;
  for (const auto& c : cloth.uv) uv.insert(uv.end(), c.begin(), c.end());
  EXPECT_EQ(seams["face"]["texcoord"], uv);
  EXPECT_FALSE(seams["vertex"].count("s"));
  auto flag = parse_ply(slurp(dir / "flag.000002.ply"));
  EXPECT_EQ(flag["vertex"]["s"], (std::vector<double>{0, 0.5, 0.5, 0, 1}));
  EXPECT_EQ(flag["vertex"]["t"], (std::vector<double>{0, 0, 1, 1, double(0.3f)}));

  auto curves = parse_ply(slurp(dir / "hair.000002.ply"));
  EXPECT_EQ(curves["edge"]["vertex1"], (std::vector<double>{0, 2, 3}));
  EXPECT_EQ(curves["edge"]["vertex2"], (std::vector<double>{1, 3, 4}));
  EXPECT_EQ(curves["vertex"]["radius"], doubles(hair.radii));
}

TEST(ExportPly, IsReadByOurOwnReaderToo) {
  Scratch dir;
  export_sample("ply", dir.path, 1);
  const TriangleMesh tool = read_mesh(dir / "tool.000001.ply");
  EXPECT_EQ(tool.vertices.size(), 4u);
  EXPECT_EQ(tool.triangles.size(), 4u);
}

TEST(ExportObj, HoldsEveryNumber) {
  Scratch dir;
  export_sample("obj", dir.path);
  const Frame f = sample_frame(2);
  auto objects = parse_obj(slurp(dir / "all.000002.obj"));
  EXPECT_EQ(objects.size(), 6u);  // all but the plane
  for (const FrameObject& o : f.objects) {
    const ObjObject& read = objects[o.name];
    ASSERT_EQ(read.v.size(), o.position.size()) << o.name;
    for (std::size_t i = 0; i < read.v.size(); ++i)
      for (int a = 0; a < 3; ++a) EXPECT_EQ(read.v[i].at(std::size_t(a)), o.position[i][a]);
  }
  EXPECT_EQ(objects["sand"].v[7],
            (std::vector<float>{f.objects[0].position[7][0], f.objects[0].position[7][1],
                                f.objects[0].position[7][2], 1, 7 / 59.0f, 0.2f}));
  std::set<std::size_t> points;
  for (const auto& p : objects["sand"].p) points.insert(p.begin(), p.end());
  EXPECT_EQ(points.size(), 60u);
  EXPECT_EQ(*points.rbegin(), 59u);
  EXPECT_EQ(objects["cloth"].f, (std::vector<std::vector<std::size_t>>{{0, 1, 2, 3}, {1, 4, 2}}));
  EXPECT_EQ(objects["cloth"].vt, object(f, "cloth").uv);
  EXPECT_EQ(objects["flag"].ft, (std::vector<std::vector<std::size_t>>{{0, 1, 2, 3}, {4, 5, 6}}));
  EXPECT_EQ(objects["hair"].l, (std::vector<std::vector<std::size_t>>{{0, 1}, {2, 3}, {3, 4}}));
}

TEST(ExportVtp, HoldsEveryNumberAndItsTime) {
  Scratch dir;
  const auto warnings = export_sample("vtp", dir.path);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("'cloth' has seams"), std::string::npos);
  const Frame f = sample_frame(2);
  for (const FrameObject& o : f.objects) {
    const std::string file = slurp(dir / (o.name + ".000002.vtp"));
    EXPECT_EQ(vtp_array(file, "Points"), bytes_of(o.position));
    EXPECT_EQ(vtp_array(file, "velocity"), bytes_of(o.velocity));
    EXPECT_EQ(vtp_array(file, "id"), bytes_of(o.id));
    EXPECT_EQ(vtp_array(file, "colour"), bytes_of(o.colours));
    EXPECT_EQ(vtp_array(file, "radius"), bytes_of(o.radii));
    for (const auto& [name, values] : o.scalars) EXPECT_EQ(vtp_array(file, name), bytes_of(values));
    EXPECT_TRUE(file.ends_with("</VTKFile>\n"));
  }
  using Ints = std::vector<std::int32_t>;
  const std::string cloth = slurp(dir / "cloth.000002.vtp"), hair = slurp(dir / "hair.000002.vtp");
  EXPECT_NE(cloth.find("NumberOfPolys=\"2\""), std::string::npos);
  EXPECT_EQ(vtp_array(cloth, "connectivity"), bytes_of(Ints{0, 1, 2, 3, 1, 4, 2}));
  EXPECT_EQ(vtp_array(cloth, "offsets"), bytes_of(Ints{4, 7}));
  EXPECT_NE(hair.find("NumberOfLines=\"2\""), std::string::npos);
  EXPECT_EQ(vtp_array(hair, "offsets"), bytes_of(Ints{2, 5}));
  const std::string pvd = slurp(dir / "all.pvd");
  std::size_t sets = 0;
  for (std::size_t at = pvd.find("<DataSet"); at != std::string::npos;
       at = pvd.find("<DataSet", at + 1), ++sets) {
    EXPECT_TRUE(fs::exists(dir / xml_attribute(pvd, "file", at)));
    EXPECT_EQ(std::stod(xml_attribute(pvd, "timestep", at)), sets < 6 ? 0 : 1.0 / 24);
  }
  EXPECT_EQ(sets, 12u);
}

}  // namespace
}  // namespace weft
