#include "output/container.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "exec/error.h"
#include "exec/hash_archive.h"
#include "exec/threads.h"
#include "output/scratch.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

std::vector<std::uint32_t> noise(std::size_t n, std::uint32_t seed) {
  std::vector<std::uint32_t> v(n);
  for (auto& x : v) x = seed = seed * 1664525u + 1013904223u;
  return v;
}

struct Sample {
  double number = 3.25;
  std::vector<std::uint32_t> rough = noise(700000, 1);        // 2.8 MB that does not shrink: three pieces
  std::vector<float> smooth = std::vector<float>(900000, 1);  // 3.6 MB that shrinks to almost nothing
  std::vector<char> empty;
  void archive(Archive& a) {
    a.value("number", number);
    a.array("rough", rough);
    a.array("smooth", smooth);
    a.array("empty", empty);
  }
};

void write(const fs::path& path, Sample& s) {
  FileWriter w(path, FileKind::checkpoint, 7);
  s.archive(w);
  w.commit();
}

std::string code_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.code;
  }
  return "none";
}

TEST(Container, GivesBackWhatWasWritten) {
  Scratch dir;
  Sample a, b;
  a.number = -1e300;
  a.smooth[899999] = 2;
  write(dir / "x.state", a);
  b.rough.clear();
  b.empty = {'a'};
  FileReader r(dir / "x.state", FileKind::checkpoint);
  EXPECT_EQ(r.kind_version(), 7u);
  b.archive(r);
  EXPECT_EQ(a.number, b.number);
  EXPECT_EQ(a.rough, b.rough);
  EXPECT_EQ(a.smooth, b.smooth);
  EXPECT_TRUE(b.empty.empty());
  EXPECT_LT(fs::file_size(dir / "x.state"), 2900000u);
  EXPECT_FALSE(fs::exists(dir / ".x.state.partial"));
}

TEST(Container, SameBytesForAnyNumberOfThreads) {
  Scratch dir;
  Sample s;
  write(dir / "many", s);
  {
    ThreadLimit one(1);
    write(dir / "one", s);
  }
  EXPECT_EQ(slurp(dir / "many"), slurp(dir / "one"));
}

TEST(Container, FindsTruncationAtAnyByte) {
  Scratch dir;
  {
    FileWriter w(dir / "x", FileKind::frame, 1);
    auto v = noise(4000, 3);
    w.array("v", v);
    w.text("t", std::string(3000, 'q'));
    w.commit();
  }
  const std::string whole = slurp(dir / "x");
  for (std::size_t n = 0; n < whole.size(); n += 97) {
    spill(dir / "cut", whole.substr(0, n));
    EXPECT_EQ(code_of([&] { FileReader(dir / "cut", FileKind::frame).check(); }), "E0405") << n;
  }
  spill(dir / "cut", whole + "x");
  EXPECT_EQ(code_of([&] { FileReader(dir / "cut", FileKind::frame).check(); }), "E0405");
}

TEST(Container, FindsEveryFlippedBit) {
  Scratch dir;
  {
    FileWriter w(dir / "x", FileKind::frame, 1);
    auto v = noise(200, 3);
    w.array("v", v);
    w.text("t", std::string(3000, 'q'));
    w.commit();
  }
  const std::string whole = slurp(dir / "x");
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string bad = whole;
    bad[i] = static_cast<char>(bad[i] ^ (1 << (i % 8)));
    spill(dir / "bad", bad);
    EXPECT_NE(code_of([&] { FileReader(dir / "bad", FileKind::frame).check(); }), "none") << i;
  }
}

TEST(Container, SaysWhatIsMissing) {
  Scratch dir;
  Sample s;
  write(dir / "x", s);
  EXPECT_EQ(code_of([&] { FileReader(dir / "nothing", FileKind::frame); }), "E0404");
  EXPECT_EQ(code_of([&] { FileReader(dir / "x", FileKind::frame); }), "E0405");
  FileReader r(dir / "x", FileKind::checkpoint);
  float small = 0;
  EXPECT_EQ(code_of([&] { r.value("number", small); }), "E0407");
  EXPECT_EQ(code_of([&] { r.value("absent", small); }), "E0407");
  FileWriter w(dir / "y", FileKind::frame, 1);
  w.text("a", "b");
  EXPECT_EQ(code_of([&] { w.text("a", "b"); }), "E0407");
}

TEST(Container, UnfinishedWriterLeavesTheOldFile) {
  Scratch dir;
  Sample s;
  write(dir / "x", s);
  const std::string before = slurp(dir / "x");
  {
    FileWriter w(dir / "x", FileKind::checkpoint, 7);
    w.text("a", "b");
    EXPECT_TRUE(fs::exists(dir / ".x.partial"));
  }
  EXPECT_FALSE(fs::exists(dir / ".x.partial"));
  EXPECT_EQ(slurp(dir / "x"), before);
}

TEST(Container, FullDiskRemovesTheTemporary) {
  Scratch dir;
  Sample s;
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit old{};
  getrlimit(RLIMIT_FSIZE, &old);
  rlimit small = old;
  small.rlim_cur = 1000000;
  setrlimit(RLIMIT_FSIZE, &small);
  Exit exit = Exit::done;
  const std::string code = code_of([&] {
    try {
      write(dir / "x", s);
    } catch (const Error& e) {
      exit = e.exit;
      throw;
    }
  });
  setrlimit(RLIMIT_FSIZE, &old);
  EXPECT_EQ(code, "E0403");
  EXPECT_EQ(exit, Exit::disk);
  EXPECT_TRUE(fs::is_empty(dir.path));
}

TEST(HashArchive, SeesEveryByteAndEveryName) {
  Sample s;
  const auto hash = [](Sample& x) {
    HashArchive h;
    x.archive(h);
    return h.hash();
  };
  const auto first = hash(s);
  EXPECT_EQ(first, hash(s));
  s.smooth[4] = 1.0000001f;
  EXPECT_NE(first, hash(s));
  HashArchive a, b;
  std::string ab = "ab";
  a.block("x", ab.data(), 1);
  a.block("y", ab.data() + 1, 1);
  b.block("x", ab.data(), 2);
  b.block("y", ab.data(), 0);
  EXPECT_NE(a.hash(), b.hash());
}

}  // namespace
}  // namespace weft
