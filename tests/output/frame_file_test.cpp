#include "output/frame_file.h"

#include <gtest/gtest.h>

#include <cmath>

#include "exec/error.h"
#include "output/container.h"
#include "output/scratch.h"

namespace weft {
namespace {

Frame sample() {
  Frame f;
  f.number = 12;
  f.time = 0.1;
  f.dx = 0.02;
  f.plane = true;
  FrameObject o;
  o.name = "sand \"fine\"\n";
  o.kind = "points";
  o.radius = 0.004;
  for (int i = 0; i < 50; ++i) {
    o.position.push_back({{0.1f * float(i), 1, -2}});
    o.velocity.push_back({{0, 0.5f * float(i), 0}});
    o.id.push_back(std::uint32_t(i));
    o.colours.push_back({0.1f, 0.2f, 0.3f});
    o.scalars["plastic_strain"].push_back(float(i));
  }
  f.objects.push_back(o);
  FrameObject nothing;
  nothing.name = "nothing";
  nothing.kind = "points";
  nothing.colour = {1, 0, 0};
  f.objects.push_back(nothing);
  FrameObject cloth;
  cloth.name = "cloth";
  cloth.kind = "mesh";
  cloth.look = "cloth";
  cloth.smooth = true;
  cloth.position = {{{0, 0, 0}}, {{1, 0, 0}}, {{1, 1, 0}}, {{0, 1, 0}}, {{2, 0, 0}}};
  cloth.faces = {4, 3};
  cloth.corners = {0, 1, 2, 3, 1, 4, 2};
  cloth.uv = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}, {1, 0}, {0, 1}};
  f.objects.push_back(cloth);
  FrameObject hair;
  hair.name = "hair";
  hair.kind = "curves";
  hair.position = cloth.position;
  hair.radii = {1, 2, 3, 4, 5};
  hair.curves = {2, 3};
  f.objects.push_back(hair);
  FrameCollider c;
  c.name = "tool";
  c.kind = "mesh";
  c.position = {{1, 2, 3}};
  c.rotation(0, 1) = 0.25;
  c.vertices = {{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}};
  c.triangles = {{0, 1, 2}};
  f.colliders.push_back(c);
  FrameCollider ball;
  ball.name = "ball";
  ball.kind = "sphere";
  ball.look = "metal";
  ball.colour = {1, 0.5f, 0};
  ball.size = {{0.5, 0, 0}};
  f.colliders.push_back(ball);
  return f;
}

TEST(FrameFile, GivesBackWhatWasWritten) {
  Scratch dir;
  const Frame a = sample();
  write_frame(dir / "f", a);
  const Frame b = read_frame(dir / "f");
  EXPECT_EQ(b.number, 12);
  EXPECT_EQ(b.time, 0.1);
  EXPECT_EQ(b.dx, a.dx);
  EXPECT_TRUE(b.plane);
  ASSERT_EQ(b.objects.size(), 4u);
  EXPECT_EQ(b.objects[0].name, a.objects[0].name);
  EXPECT_EQ(b.objects[0].radius, a.objects[0].radius);
  EXPECT_EQ(b.objects[0].position, a.objects[0].position);
  EXPECT_EQ(b.objects[0].velocity, a.objects[0].velocity);
  EXPECT_EQ(b.objects[0].id, a.objects[0].id);
  EXPECT_EQ(b.objects[0].colours, a.objects[0].colours);
  EXPECT_EQ(b.objects[0].scalars, a.objects[0].scalars);
  EXPECT_EQ(b.objects[1].colour, a.objects[1].colour);
  EXPECT_EQ(b.objects[2].look, "cloth");
  EXPECT_TRUE(b.objects[2].smooth);
  EXPECT_EQ(b.objects[2].faces, a.objects[2].faces);
  EXPECT_EQ(b.objects[2].corners, a.objects[2].corners);
  EXPECT_EQ(b.objects[2].uv, a.objects[2].uv);
  EXPECT_EQ(b.objects[3].curves, a.objects[3].curves);
  EXPECT_EQ(b.objects[3].radii, a.objects[3].radii);
  ASSERT_EQ(b.colliders.size(), 2u);
  EXPECT_EQ(b.colliders[1].look, "metal");
  EXPECT_EQ(b.colliders[1].colour, a.colliders[1].colour);
  EXPECT_EQ(b.colliders[0].vertices, a.colliders[0].vertices);
  EXPECT_EQ(b.colliders[0].triangles, a.colliders[0].triangles);
  EXPECT_EQ(b.colliders[0].rotation, a.colliders[0].rotation);
  EXPECT_EQ(b.colliders[1].size, a.colliders[1].size);
}

TEST(FrameFile, FacesAndCurvesThatDoNotFitAreAnError) {
  Scratch dir;
  const auto refused = [&](auto&& spoil) {
    Frame f = sample();
    spoil(f);
    write_frame(dir / "f", f);
    EXPECT_THROW(read_frame(dir / "f"), Error);
  };
  refused([](Frame& f) { f.objects[2].corners[3] = 5; });
  refused([](Frame& f) { f.objects[2].faces[0] = 5; });
  refused([](Frame& f) { f.objects[3].curves[1] = 4; });
  refused([](Frame& f) { f.objects[3].kind = "strings"; });
}

TEST(FrameFile, SameFrameSameBytes) {
  Scratch dir;
  write_frame(dir / "a", sample());
  write_frame(dir / "b", sample());
  EXPECT_EQ(slurp(dir / "a"), slurp(dir / "b"));
}

TEST(FrameFile, NamesWhatIsNotFinite) {
  Frame f = sample();
  EXPECT_EQ(first_not_finite(f), "");
  f.objects[0].scalars["plastic_strain"][3] = std::nanf("");
  EXPECT_NE(first_not_finite(f).find("point 3: plastic_strain"), std::string::npos);
  f.objects[0].velocity[7][1] = INFINITY;
  EXPECT_NE(first_not_finite(f).find("point 7: velocity"), std::string::npos);
  Scratch dir;  // a crash's frame may hold such numbers and must still open
  f.time = std::nan("");
  write_frame(dir / "bad", f);
  EXPECT_TRUE(std::isinf(read_frame(dir / "bad").objects[0].velocity[7][1]));
}

TEST(FrameFile, NonsenseInsideAWholeFileIsAnError) {
  Scratch dir;
  const char* metas[] = {
      "",
      "{}",
      "[1]",
      R"({"number":1,"time":0,"dx":1,"plane":false,"objects":[{"name":3}],"colliders":[]})",
      R"({"number":1,"time":0,"dx":1,"plane":false,"objects":[{"name":"a","kind":"points","radius":1,"colour":[1,1,1],
                         "points":1000000000000,"ids":false,"velocities":false,"coloured":false,"scalars":[]}],"colliders":[]})",
      R"({"number":1,"time":0,"dx":1,"plane":false,"objects":[],"colliders":[{"name":"m","kind":"mesh","size":[0,0,0],
                         "position":[0,0,0],"rotation":[1,0,0,0,1,0,0,0,1],"vertices":1,"triangles":1}]})"};
  for (const char* meta : metas) {
    FileWriter w(dir / "f", FileKind::frame, 1);
    w.text("meta", meta);
    const std::uint32_t triangle[3] = {0, 0, 9};
    w.section("object.0.position", SectionType::float32, "0123456789ab", 12);
    w.section("collider.0.vertices", SectionType::float32, "0123456789ab", 12);
    w.section("collider.0.triangles", SectionType::uint32, triangle, 12);
    w.commit();
    EXPECT_THROW(read_frame(dir / "f"), Error) << meta;
  }
}

}  // namespace
}  // namespace weft
