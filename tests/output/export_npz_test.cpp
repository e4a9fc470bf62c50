/// NPZ read back by Python's own zip reader, every number compared.
#include <gtest/gtest.h>

#include <cstdlib>

#include "output/export/zip.h"
#include "output/export_testing.h"
#include "output/scratch.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

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

TEST(ExportNpz, AThingWithoutPointsIsReadByPython) {
  Scratch dir;
  export_sample("npz", dir.path, 1, [](Frame& f) {  // a source before its first point
    f.colliders.clear();
    f.objects.assign(1, FrameObject{});
    f.objects[0].name = "tap";
  });
  EXPECT_EQ(npz_array(dir / "all.000001.npz", "tap.position"), "<f4 (0, 3) ");
}

}  // namespace
}  // namespace weft
