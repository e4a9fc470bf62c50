#include "output/run_folder.h"

#include <gtest/gtest.h>

#include "exec/error.h"
#include "output/compare.h"
#include "output/row_file.h"
#include "output/scratch.h"
#include "output/spoil.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

std::string code_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.code;
  }
  return "none";
}

void make_run(const fs::path& path, const std::string& status) {
  RunFolder folder = RunFolder::create(path, {"scene", "resolved", false});
  RunInfo info = describe_program();
  info.status = status;
  info.frame = 7;
  info.last = 9;
  info.sessions.push_back({"a", "b", "done", "", 1, 7, 1.5});
  write_run_info(path, info);
}

TEST(RunFolder, KeepsItsRecord) {
  Scratch dir;
  make_run(dir / "x.run", "stopped");
  const RunInfo info = read_run_info(dir / "x.run");
  EXPECT_EQ(info.status, "stopped");
  EXPECT_EQ(info.frame, 7);
  ASSERT_EQ(info.sessions.size(), 1u);
  EXPECT_EQ(info.sessions[0].seconds, 1.5);
  EXPECT_EQ(slurp(dir / "x.run/scene.toml"), "scene");
  EXPECT_EQ(slurp(dir / "x.run/scene.resolved.toml"), "resolved");
}

TEST(RunFolder, IsNeverOverwrittenSilently) {
  Scratch dir;
  make_run(dir / "x.run", "stopped");
  spill(dir / "x.run/frames/000001.weft", "old");
  spill(dir / "x.run/notes.txt", "mine");
  try {
    RunFolder::create(dir / "x.run", {"new", "new", false});
    FAIL() << "overwritten";
  } catch (const Error& e) {
    EXPECT_EQ(e.code, "E0408");
    EXPECT_NE(e.hint.find("weft resume"), std::string::npos);
    EXPECT_NE(e.hint.find("--force"), std::string::npos);
  }
  EXPECT_TRUE(fs::exists(dir / "x.run/frames/000001.weft"));
  RunFolder::create(dir / "x.run", {"new", "new", true});
  EXPECT_FALSE(fs::exists(dir / "x.run/frames/000001.weft"));
  EXPECT_FALSE(fs::exists(dir / "x.run/run.json"));
  EXPECT_EQ(slurp(dir / "x.run/notes.txt"), "mine");
}

TEST(RunFolder, LeavesOtherFoldersAlone) {
  Scratch dir;
  fs::create_directories(dir / "photos");
  spill(dir / "photos/cat.png", "cat");
  for (bool force : {false, true})
    EXPECT_EQ(code_of([&] { RunFolder::create(dir / "photos", {"", "", force}); }), "E0408");
  EXPECT_EQ(slurp(dir / "photos/cat.png"), "cat");
  spill(dir / "file", "x");
  EXPECT_EQ(code_of([&] { RunFolder::create(dir / "file", {"", "", true}); }), "E0408");
  EXPECT_EQ(code_of([&] { RunFolder::open(dir / "photos"); }), "E0410");
  EXPECT_EQ(code_of([&] { RunFolder::open(dir / "absent"); }), "E0410");
}

TEST(RunFolder, LeftoversOfAKilledStartAreNoObstacle) {
  Scratch dir;
  { RunFolder folder = RunFolder::create(dir / "x.run", {"a", "a", false}); }
  spill(dir / "x.run/.run.json.partial", "{");
  RunFolder folder = RunFolder::create(dir / "x.run", {"b", "b", false});
  EXPECT_EQ(slurp(dir / "x.run/scene.toml"), "b");
  EXPECT_FALSE(fs::exists(dir / "x.run/.run.json.partial"));
}

TEST(RunFolder, OneWriterAtATime) {
  Scratch dir;
  make_run(dir / "x.run", "running");
  EXPECT_FALSE(is_being_written(dir / "x.run"));
  {
    RunFolder first = RunFolder::open(dir / "x.run");
    EXPECT_TRUE(is_being_written(dir / "x.run"));
    EXPECT_EQ(code_of([&] { RunFolder::open(dir / "x.run"); }), "E0409");
    EXPECT_EQ(code_of([&] { RunFolder::create(dir / "x.run", {"", "", true}); }), "E0409");
  }
  EXPECT_FALSE(is_being_written(dir / "x.run"));
}

TEST(RunFolder, DamagedRecordIsAnError) {
  Scratch dir;
  make_run(dir / "x.run", "running");
  for (const char* text : {"", "{", "[1,2]", R"({"frame":"seven"})"}) {
    spill(dir / "x.run/run.json", text);
    EXPECT_EQ(code_of([&] { read_run_info(dir / "x.run"); }), "E0411") << text;
  }
}

TEST(RunFolder, FindsNumberedFilesOnly) {
  Scratch dir;
  for (const char* name : {"000010.weft", "000002.weft", ".000003.weft.partial", "2.weft", "000004.txt",
                           "-00001.weft", "1000000.weft"})
    spill(dir / name, "");
  EXPECT_EQ(numbered_files(dir.path, ".weft"), (std::vector<std::int64_t>{2, 10, 1000000}));
  EXPECT_TRUE(numbered_files(dir / "absent", ".weft").empty());
}

TEST(RowFile, CutsBackToWhatACheckpointKnows) {
  Scratch dir;
  {
    RowFile f(dir / "t.csv", "frame,x");
    for (int i = 0; i < 5; ++i) f.add(std::to_string(i) + ",1");
    EXPECT_EQ(f.rows(), 5u);
    f.cut_back(3);
    f.add("3,2");
  }
  EXPECT_EQ(slurp(dir / "t.csv"), "frame,x\n0,1\n1,1\n2,1\n3,2\n");
  spill(dir / "t.csv", "frame,x\n0,1\n1,");  // killed in the middle of a row
  RowFile f(dir / "t.csv", "frame,x");
  EXPECT_EQ(f.rows(), 1u);
  EXPECT_EQ(slurp(dir / "t.csv"), "frame,x\n0,1\n");
  EXPECT_EQ(code_of([&] { f.cut_back(2); }), "E0411");
}

TEST(Table, ReadsCellsAndRefusesRaggedRows) {
  Scratch dir;
  spill(dir / "t.csv", "a,b\n1,\n2,3\n");
  const Table t = read_table(dir / "t.csv");
  EXPECT_EQ(t.column("b"), 1u);
  EXPECT_EQ(t.rows[0][1], "");
  EXPECT_EQ(t.rows[1][1], "3");
  EXPECT_EQ(code_of([&] { t.column("c"); }), "E0411");
  spill(dir / "t.csv", "a,b\n1\n");
  EXPECT_EQ(code_of([&] { read_table(dir / "t.csv"); }), "E0411");
}

TEST(Spoiler, ReadsItsText) {
  const Spoiler s = parse_spoiler("frame=3,step=5,body=1,point=7,velocity=1e9,times=always");
  EXPECT_EQ(s.frame, 3);
  EXPECT_EQ(s.step, 5u);
  EXPECT_EQ(s.body, 1u);
  EXPECT_EQ(s.point, 7u);
  EXPECT_EQ(s.velocity, 1e9);
  EXPECT_LT(s.times, 0);
  EXPECT_EQ(parse_spoiler("").times, 0);
  for (const char* bad : {"frame", "frame=x", "colour=3", "velocity="})
    EXPECT_EQ(code_of([&] { parse_spoiler(bad); }), "E0417") << bad;
}

}  // namespace
}  // namespace weft
