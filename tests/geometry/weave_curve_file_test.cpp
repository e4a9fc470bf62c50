/// Curve files: what is written is read back; what is wrong is an error with its place.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "exec/error.h"
#include "geometry/mesh_io.h"
#include "geometry/random.h"
#include "geometry/weave/curve_file.h"
#include "geometry/weave/fibres.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

Strands some_hair() {
  HairTube tube;
  tube.strands = 7;
  tube.segments = 5;
  Strands strands = tube.make();
  for (Vec3d& x : strands.vertices) x = x.as<float>().as<double>();
  for (std::uint32_t s = 0; s < 7; ++s) strands.colours.push_back({float(s) / 8, 0.5f, 1.0f});
  return strands;
}

std::string bytes_of(const Strands& strands, const char* extension) {
  const fs::path path = fs::temp_directory_path() / ("weft_curves_test_" + std::to_string(getpid()) +
                                                     extension);  // tests run side by side
  write_curves(path, strands);
  std::string bytes = mesh_file_bytes(path);
  fs::remove(path);
  return bytes;
}

TEST(weave_curve_file, binary_curves_survive) {
  const Strands strands = some_hair(), again = parse_wcv(bytes_of(strands, ".wcv"), "a.wcv");
  EXPECT_EQ(again.vertices, strands.vertices);
  EXPECT_EQ(again.counts, strands.counts);
  EXPECT_EQ(again.colours, strands.colours);
  EXPECT_EQ(again.roots, strands.roots);
}

TEST(weave_curve_file, obj_polylines_survive) {
  const Strands strands = some_hair();
  const fs::path path = fs::temp_directory_path() / "weft_curves_test.OBJ";
  write_curves(path, strands);
  const Strands again = read_curves(path);
  fs::remove(path);
  EXPECT_EQ(again.vertices, strands.vertices);
  EXPECT_EQ(again.counts, strands.counts);
}

TEST(weave_curve_file, obj_reads_indices_of_every_kind) {
  const Strands strands = parse_obj_curves(
      "v 0 0 0\nv 1 0 0\nv 2 0 0\nvt 0 0\nl 1/1 2/1 3/1\nf 1 2 3\nl -1 -3 # back\nl 4 1\nv 3 0 0\n", "a.obj");
  EXPECT_EQ(strands.counts, (std::vector<std::uint32_t>{3, 2, 2}));
  const double x[] = {0, 1, 2, 2, 0, 3, 0};
  ASSERT_EQ(strands.vertices.size(), 7u);
  for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(strands.vertices[i][0], x[i]);
}

struct Broken {
  const char* text;
  const char* code;
  const char* where;
  const char* what;
};

TEST(weave_curve_file, broken_obj_names_the_place) {
  for (const Broken& b :
       {Broken{"v 0 0 0\nl 1\n", "E0110", "b.obj:2:1", "at least 2 vertices, this one has 1"},
        Broken{"v 0 0 0\nl 1 2\n", "E0106", "b.obj:2:5", "curve refers to vertex '2'"},
        Broken{"v 0 0 0\nv 1 0 0\nl 1 0\n", "E0106", "b.obj:3:5", "vertex '0'"},
        Broken{"v 0 0 0\nv 1 0 0\nl 1 x\n", "E0110", "b.obj:3:5", "'x' is not a curve corner"},
        Broken{"v 0 0 nan\n", "E0105", "b.obj:1:7", "not finite"},
        Broken{"v 0 0\n", "E0110", "b.obj:1:1", "needs 3 coordinates"},
        Broken{"v 0 0 0\ncurv 1 2\n", "E0111", "b.obj:2:1", "unknown OBJ element"},
        Broken{"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "E0145", "b.obj", "no curves"}}) {
    try {
      parse_obj_curves(b.text, "b.obj");
      ADD_FAILURE() << b.text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code, b.code) << b.text;
      EXPECT_EQ(error.where, b.where) << b.text;
      EXPECT_NE(std::string(error.what()).find(b.what), std::string::npos) << error.what();
      EXPECT_FALSE(error.hint.empty());
    }
  }
}

void expect_broken(const std::string& bytes, const char* code, const std::string& where) {
  try {
    parse_wcv(bytes, "b.wcv");
    ADD_FAILURE() << code;
  } catch (const Error& error) {
    EXPECT_EQ(error.code, code);
    EXPECT_EQ(error.where, where) << error.what();
  }
}

TEST(weave_curve_file, broken_binary_names_the_place) {
  const std::string good = bytes_of(some_hair(), ".wcv");
  const auto with = [&](std::size_t at, const char* four) {
    return std::string(good).replace(at, 4, four, 4);
  };
  expect_broken("OFF 1 2 3", "E0109", "b.wcv: byte 0");
  expect_broken(good.substr(0, 20), "E0107", "b.wcv: byte 8");
  expect_broken(good.substr(0, good.size() - 1), "E0107", "b.wcv: byte 8");
  expect_broken(good + "x", "E0109", "b.wcv: byte " + std::to_string(good.size()));
  expect_broken(with(8, "\0\0\0\0"), "E0145", "b.wcv");
  expect_broken(with(12, "\xff\xff\xff\xff"), "E0107", "b.wcv: byte 8");
  expect_broken(with(16, "\3\0\0\0"), "E0108", "b.wcv: byte 16");
  expect_broken(with(24, "\1\0\0\0"), "E0108", "b.wcv: byte 24");
  expect_broken(with(24, "\5\0\0\0"), "E0108", "b.wcv: byte 12");
  expect_broken(with(28, "\xff\xff\xff\xff"), "E0108", "b.wcv: byte 28");
  const std::size_t vertices = 24 + 4 * 7, colours = vertices + 12 * 42, roots = colours + 12 * 7;
  expect_broken(with(vertices + 4, "\0\0\xc0\x7f"), "E0105", "b.wcv: byte " + std::to_string(vertices));
  expect_broken(with(colours, "\0\0\0\x40"), "E0105", "b.wcv: byte " + std::to_string(colours));
  expect_broken(with(roots, "\x2a\0\0\0"), "E0106", "b.wcv: byte " + std::to_string(roots));
  expect_broken(with(roots + 4, "\0\0\0\0"), "E0106", "b.wcv: byte " + std::to_string(roots + 4));
}

/// Whatever the bytes, the readers give strands that are sound or an Error.
TEST(weave_curve_file, damaged_files_never_crash) {
  for (const char* extension : {".wcv", ".obj"}) {
    const std::string good = bytes_of(some_hair(), extension);
    for (std::uint64_t k = 0; k < 3000; ++k) {
      std::string bytes = good;
      const Random random{k};
      for (std::uint64_t i = 0; i < 1 + k % 4; ++i)
        bytes[random.bits(i, 0) % bytes.size()] = char(random.bits(i, 1));
      if (k % 5 == 0) bytes.resize(random.bits(99) % bytes.size());
      try {
        const Strands strands = extension[1] == 'w' ? parse_wcv(bytes, "f") : parse_obj_curves(bytes, "f");
        std::size_t sum = 0;
        for (const std::uint32_t n : strands.counts) sum += n;
        EXPECT_EQ(sum, strands.vertices.size());
      } catch (const Error& error) {
        EXPECT_EQ(error.code.substr(0, 3), "E01");
      }
    }
  }
}

TEST(weave_curve_file, unknown_kinds_are_refused) {
  for (const char* name : {"a.abc", "a"}) {
    try {
      write_curves(fs::temp_directory_path() / name, some_hair());
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.code, "E0102");
    }
  }
}

}  // namespace
}  // namespace weft
