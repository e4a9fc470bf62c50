/// Every format read back by an independent small reader, every number compared.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "exec/error.h"
#include "geometry/mesh_io.h"
#include "output/export/exporter.h"
#include "output/export/things.h"
#include "output/export/zip.h"
#include "output/export_readers.h"
#include "output/export_sample.h"
#include "output/scratch.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

/// Exports `frames` sample frames; what a scene might do to them in `change`.
template <class Change>
std::vector<std::string> export_sample(const std::string& format, const fs::path& folder, int frames,
                                       Change&& change) {
  ExportOptions options;
  options.folder = folder;
  options.title = "all";
  const auto exporter = make_exporter(format, options);
  for (int n = 1; n <= frames; ++n) {
    Frame f = sample_frame(n);
    change(f);
    exporter->add(prepared(f, options));
  }
  exporter->finish();
  return exporter->warnings();
}

std::vector<std::string> export_sample(const std::string& format, const fs::path& folder, int frames = 2) {
  return export_sample(format, folder, frames, [](Frame&) {});
}

const FrameObject& object(const Frame& f, const std::string& name) {
  for (const FrameObject& o : f.objects)
    if (o.name == name) return o;
  throw std::logic_error(name);
}

std::vector<double> flat(const std::vector<Vec3<float>>& v, int axis) {
  std::vector<double> out;
  for (const auto& x : v) out.push_back(double(x[axis]));
  return out;
}

template <class T>
std::vector<double> doubles(const std::vector<T>& v) {
  return std::vector<double>(v.begin(), v.end());
}

template <class T>
std::string bytes_of(const std::vector<T>& v) {
  return std::string(reinterpret_cast<const char*>(v.data()), v.size() * sizeof(T));
}

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

TEST(ExportPc2, HoldsEverySampleAndItsRestMesh) {
  Scratch dir;
  EXPECT_TRUE(export_sample("pc2", dir.path, 3).empty());
  for (const char* name : {"sand", "cloth", "flag", "hair"}) {
    const std::string b = slurp(dir / (std::string(name) + ".pc2"));
    const std::size_t n = object(sample_frame(1), name).position.size();
    EXPECT_EQ(b.substr(0, 12), std::string("POINTCACHE2\0", 12));
    EXPECT_EQ(number_at<std::int32_t>(b, 12), 1);
    EXPECT_EQ(number_at<std::int32_t>(b, 16), std::int32_t(n));
    EXPECT_EQ(number_at<float>(b, 20), 1.0f);
    EXPECT_EQ(number_at<float>(b, 24), 1.0f);
    EXPECT_EQ(number_at<std::int32_t>(b, 28), 3);
    ASSERT_EQ(b.size(), 32 + 36 * n);
    for (int k = 1; k <= 3; ++k)
      EXPECT_EQ(b.substr(32 + std::size_t(k - 1) * 12 * n, 12 * n),
                bytes_of(object(sample_frame(k), name).position));
    const auto rest = parse_obj(slurp(dir / (std::string(name) + ".obj")));
    EXPECT_EQ(rest.at(name).v.size(), n);
  }
  EXPECT_EQ(parse_obj(slurp(dir / "cloth.obj")).at("cloth").vt, object(sample_frame(1), "cloth").uv);
}

TEST(ExportPc2, GrowsAfterItWasFinished) {
  Scratch dir, whole;
  export_sample("pc2", whole.path, 4);
  ExportOptions options;
  options.folder = dir.path;
  const auto exporter = make_exporter("pc2", options);
  for (int n = 1; n <= 4; ++n) {
    exporter->add(sample_frame(n));
    if (n % 2 == 0) exporter->finish();
  }
  for (const char* name : {"sand.pc2", "ball.pc2", "cloth.obj"})
    EXPECT_EQ(slurp(dir / name), slurp(whole / name));
}

TEST(ExportPc2, LeavesOutWhatChanges) {
  Scratch dir;
  const auto warnings = export_sample("pc2", dir.path, 2, [](Frame& f) {
    if (f.number == 2) f.objects[0].position.resize(50);
    if (f.number == 2) f.objects[1].corners[0] = 4;
  });
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_NE(warnings[0].find("'sand' has 60 points in frame 1 but 50 in frame 2"), std::string::npos)
      << warnings[0];
  EXPECT_NE(warnings[1].find("'cloth' connects"), std::string::npos) << warnings[1];
  for (const auto& e : fs::directory_iterator(dir.path))
    EXPECT_FALSE(e.path().filename().string().find("sand") != std::string::npos) << e.path();
  EXPECT_TRUE(fs::exists(dir / "hair.pc2"));
  try {
    export_sample("pc2", dir / "none", 2, [](Frame& f) {
      f.objects.resize(1);
      f.colliders.clear();
      f.objects[0].position.resize(std::size_t(f.number));
    });
    FAIL() << "nothing was written and nobody said so";
  } catch (const Error& e) {
    EXPECT_EQ(e.code, "E0423");
    EXPECT_NE(std::string(e.what()).find("'sand' has 1 points"), std::string::npos) << e.what();
  }
}

TEST(ExportPc2, SamplesAreEvenlySpaced) {
  Scratch dir;
  export_sample("pc2", dir.path, 3, [](Frame& f) { f.number = 5 * f.number; });
  EXPECT_EQ(number_at<float>(slurp(dir / "sand.pc2"), 20), 5.0f);
  EXPECT_EQ(number_at<float>(slurp(dir / "sand.pc2"), 24), 5.0f);
  EXPECT_THROW(export_sample("pc2", dir / "b", 3, [](Frame& f) { f.number *= f.number; }), Error);
}

/// An array of an NPZ file by Python's own zip reader: "type shape hex".
std::string npz_array(const fs::path& file, const std::string& name) {
  const std::string out = file.string() + ".txt";
  const std::string script =
      "import sys,zipfile,struct,ast\\n"
      "z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None\\n"
      "b=z.read(sys.argv[2]+'.npy'); assert b[:8]==b'\\x93NUMPY\\x01\\x00'\\n"
      "n=struct.unpack('<H',b[8:10])[0]; assert (10+n)%64==0\\n"
      "h=ast.literal_eval(b[10:10+n].decode()); assert not h['fortran_order']\\n"
      "print(h['descr'],h['shape'],b[10+n:].hex(),end='')\\n";
  const std::string command = "python3 -c \"$(printf '%b' \"" + script + "\")\" '" + file.string() + "' '" +
                              name + "' > '" + out + "' 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << slurp(out);
  return slurp(out);
}

std::string hex(const std::string& bytes) {
  std::string out;
  for (const unsigned char c : bytes) {
    out += "0123456789abcdef"[c >> 4];
    out += "0123456789abcdef"[c & 15];
  }
  return out;
}

TEST(ExportNpz, IsReadByPython) {
  Scratch dir;
  export_sample("npz", dir.path);
  const Frame f = sample_frame(2);
  const fs::path file = dir / "all.000002.npz";
  const FrameObject &sand = object(f, "sand"), &cloth = object(f, "cloth"), &hair = object(f, "hair");
  EXPECT_EQ(npz_array(file, "sand.position"), "<f4 (60, 3) " + hex(bytes_of(sand.position)));
  EXPECT_EQ(npz_array(file, "sand.id"), "<u4 (60,) " + hex(bytes_of(sand.id)));
  EXPECT_EQ(npz_array(file, "sand.pressure"), "<f4 (60,) " + hex(bytes_of(sand.scalars.at("pressure"))));
  EXPECT_EQ(npz_array(file, "cloth.uv"), "<f4 (7, 2) " + hex(bytes_of(cloth.uv)));
  EXPECT_EQ(npz_array(file, "cloth.faces"), "<u4 (2,) " + hex(bytes_of(cloth.faces)));
  EXPECT_EQ(npz_array(file, "hair.curves"), "<u4 (2,) " + hex(bytes_of(hair.curves)));
  EXPECT_EQ(npz_array(file, "time"), "<f8 () " + hex(bytes_of(std::vector<double>{f.time})));
  EXPECT_EQ(npz_array(file, "frame"), "<i8 () 0200000000000000");
}

TEST(ExportNpz, LargeArchivesAreReadByPython) {
  Scratch dir;  // with the limit lowered, every record takes its 64-bit form
  ZipFile zip(dir / "big.npz", 1);
  const std::string head = "\x93NUMPY\x01";
  std::string npy = head + std::string(1, '\0');
  const std::string dictionary = "{'descr': '<u4', 'fortran_order': False, 'shape': (2,), }";
  npy += char(118);
  npy += '\0';
  npy += dictionary + std::string(117 - dictionary.size(), ' ') + "\n";
  const std::uint32_t numbers[2] = {7, 8};
  zip.add("a.npy", npy, numbers, 8);
  zip.add("b.npy", npy, numbers, 8);
  zip.commit();
  EXPECT_EQ(npz_array(dir / "big.npz", "b"), "<u4 (2,) 0700000008000000");
}

TEST(ExportNames, AreSafeAndUnique) {
  EXPECT_EQ(safe_file_name("a b/c:\"d\".e"), "a_b_c__d__e");
  EXPECT_EQ(safe_file_name("été"), "été");
  Frame f = sample_frame(1);
  f.objects[0].name = "a b";
  f.objects[1].name = "a_b";
  f.colliders[0].name = "a_b";
  std::set<std::string> names;
  for (const Thing& t : Things(f)) names.insert(t.file);
  EXPECT_EQ(names, (std::set<std::string>{"a_b", "a_b_2", "a_b_3", "flag", "hair", "ball"}));
}

TEST(ExportColliders, AreClosedMeshesThatKeepTheirTopology) {
  for (const char* kind : {"sphere", "box", "capsule", "cylinder"}) {
    FrameCollider c;
    c.kind = kind;
    c.size = {{0.5, 0.7, 0.9}};
    const FrameObject a = collider_mesh(c);
    c.position = {{1, 2, 3}};
    c.rotation(0, 0) = c.rotation(1, 1) = 0;
    c.rotation(0, 1) = -1;
    c.rotation(1, 0) = 1;
    const FrameObject b = collider_mesh(c);
    EXPECT_EQ(a.corners, b.corners) << kind;
    EXPECT_NEAR(b.position[0][0], 1 - a.position[0][1], 1e-6);
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    for (std::size_t f = 0; f < a.faces.size(); ++f)
      for (std::size_t k = 0; k < 3; ++k) {
        const auto x = a.corners[3 * f + k], y = a.corners[3 * f + (k + 1) % 3];
        ++edges[{std::min(x, y), std::max(x, y)}];
      }
    for (const auto& [e, n] : edges) EXPECT_EQ(n, 2) << kind;
  }
}

TEST(ExportPrepare, ChoosesTurnsAndScales) {
  ExportOptions o;
  o.objects = {"hair", "tool"};
  o.y_up = true;
  o.scale = 100;
  const Frame f = sample_frame(2), g = prepared(f, o);
  ASSERT_EQ(g.objects.size(), 1u);
  ASSERT_EQ(g.colliders.size(), 1u);
  const Vec3<float>&a = object(f, "hair").position[3], &b = g.objects[0].position[3];
  EXPECT_EQ(b, (Vec3<float>{{100 * a[0], 100 * a[2], -100 * a[1]}}));
  EXPECT_EQ(g.objects[0].radii[1], 100 * 2e-3f);
  const FrameObject before = collider_mesh(f.colliders[0]), after = collider_mesh(g.colliders[0]);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_FLOAT_EQ(after.position[i][0], 100 * before.position[i][0]);
    EXPECT_FLOAT_EQ(after.position[i][1], 100 * before.position[i][2]);
    EXPECT_FLOAT_EQ(after.position[i][2], -100 * before.position[i][1]);
  }
  o.objects = {"hairs"};
  try {
    prepared(f, o);
    FAIL() << "an object that is not there";
  } catch (const Error& e) {
    EXPECT_EQ(e.code, "E0418");
    EXPECT_NE(e.hint.find("did you mean 'hair'?"), std::string::npos) << e.hint;
    EXPECT_NE(e.hint.find("sand, cloth, flag, hair, tool, ball, floor"), std::string::npos) << e.hint;
  }
}

TEST(ExportFormats, AllAreKnownAndOthersAreNot) {
  Scratch dir;
  ExportOptions o;
  o.folder = dir.path;
  for (const std::string& format : export_formats()) EXPECT_NO_THROW(make_exporter(format, o)) << format;
  try {
    make_exporter("vtk", o);
    FAIL() << "no such format";
  } catch (const Error& e) {
    EXPECT_EQ(e.code, "E0415");
    EXPECT_NE(e.hint.find("'vtp'"), std::string::npos) << e.hint;
  }
}

TEST(ExportFormats, SameFramesSameBytes) {
  Scratch a, b;
  for (const std::string& format : export_formats()) {
    export_sample(format, a / format);
    export_sample(format, b / format);
    std::size_t files = 0;
    for (const auto& e : fs::recursive_directory_iterator(a / format)) {
      if (!e.is_regular_file()) continue;
      EXPECT_TRUE(slurp(e.path()) == slurp(b.path / format / fs::relative(e.path(), a / format))) << e.path();
      ++files;
    }
    EXPECT_GT(files, 1u) << format;
  }
}

}  // namespace
}  // namespace weft
