/// The viewer's server, through sockets: what it shows, and what it refuses.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "exec/error.h"
#include "view/shown.h"

namespace weft {
namespace {

using nlohmann::json;

TEST(ViewServer, TheTokenGoesFromTheAddressIntoACookie) {
  const Shown s;
  const Reply r = s.send("GET /?token=" + s.server.token() + " HTTP/1.1\r\nHost: " + s.host() + "\r\n\r\n");
  EXPECT_EQ(r.status, 302);
  EXPECT_TRUE(r.has("Location: /\r\n")) << r.head;
  EXPECT_TRUE(r.has(s.server.token() + "; HttpOnly; SameSite=Strict")) << r.head;
  const Reply page = s.get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.body, "<p>page");
  EXPECT_TRUE(page.has("Content-Security-Policy: default-src 'self'")) << page.head;
}

TEST(ViewServer, ListensOnThisMachineOnly) {
  const Shown s;
  EXPECT_TRUE(s.server.address("run=a.run").starts_with("http://127.0.0.1:"))
      << s.server.address("run=a.run");
  EXPECT_TRUE(s.server.address("run=a.run").ends_with("#run=a.run"));
  EXPECT_EQ(s.server.token().size(), 32u);
}

TEST(ViewServer, TwoViewersHaveTwoTokensAndOnePortIsTakenOnce) {
  const Shown a, b;
  EXPECT_NE(a.server.token(), b.server.token());
  Viewer other({});
  try {
    ViewServer taken(other, {"127.0.0.1", a.server.port()});
    FAIL() << "the port was given twice";
  } catch (const Error& e) {
    EXPECT_EQ(e.code, "E0802");
  }
}

TEST(ViewServer, TellsTheStateOfARun) {
  const Shown s;
  const Reply r = s.get("/api/run/a.run");
  ASSERT_EQ(r.status, 200) << r.body;
  const json j = json::parse(r.body);
  EXPECT_EQ(j.at("status"), "done");
  EXPECT_EQ(j.at("frames"), json::parse("[[1, 3, 1]]"));
  EXPECT_EQ(j.at("stats").at("rows").size(), 3u);  // the fourth is still being written
  EXPECT_EQ(j.at("events").at("rows").size(), 1u);
  const json rest = json::parse(s.get("/api/run/a.run?stats=2&events=2").body);
  EXPECT_EQ(rest.at("stats").at("from"), 2);
  EXPECT_EQ(rest.at("stats").at("rows").size(), 1u);
  EXPECT_EQ(rest.at("stats").at("rows").at(0).at(3), "cfl");
  EXPECT_EQ(rest.at("events").at("rows").size(), 0u);
  // A table that has become shorter is told from its beginning.
  EXPECT_EQ(json::parse(s.get("/api/run/a.run?stats=99").body).at("stats").at("rows").size(), 3u);
}

TEST(ViewServer, ShowsFramesShapesVerticesAndTheScene) {
  const Shown s;
  const Reply frame = s.get("/api/run/a.run/frame/2?quantity=speed");
  EXPECT_EQ(frame.status, 200);
  EXPECT_TRUE(frame.has("Content-Encoding: gzip")) << frame.head;
  EXPECT_EQ(frame.body.substr(0, 2), "\x1f\x8b");
  EXPECT_EQ(s.get("/api/run/a.run/object/2/1").status, 200);
  const json v = json::parse(s.get("/api/run/a.run/vertex/2/0/2").body);
  EXPECT_EQ(v.at("id"), 9);
  EXPECT_EQ(v.at("position"), json::parse("[2, 1, 2]"));
  EXPECT_EQ(v.at("scalars").at("plastic_strain"), 1);
  EXPECT_EQ(s.get("/api/run/a.run/scene").body, "format = 1 # as given\n");
  const json q = json::parse(s.get("/api/run/a.run/quantities").body);
  EXPECT_EQ(q.at(0).at("title"), "speed [m/s]");
  EXPECT_EQ(q.at(2).at("name"), "plastic_strain");
}

TEST(ViewServer, ARunThatNobodyWritesCannotBePausedOrStopped) {
  const Shown s;
  for (const char* action : {"pause", "continue", "stop"}) {
    const Reply r =
        s.send(s.request("POST", std::string("/api/run/a.run/") + action, "Content-Length: 0\r\n"));
    EXPECT_EQ(r.status, 409) << action;
    EXPECT_EQ(json::parse(r.body).at("code"), "E0426") << action;
  }
}

/// Each is refused with a status of its own and, where there is anything to say, with a code, a reason and a hint.
struct Bad {
  std::string name, bytes;
  std::set<int> statuses;
};

std::vector<Bad> bad_requests(const Shown& s) {
  std::vector<Bad> all;
  const auto add = [&](const std::string& name, const std::string& bytes, std::set<int> statuses) {
    all.push_back({name, bytes, std::move(statuses)});
  };
  const std::string host = "Host: " + s.host() + "\r\n", end = " HTTP/1.1\r\n" + host + "\r\n";
  // without the token, or with a wrong one
  for (const char* target :
       {"/", "/app.js", "/api/home", "/api/run/a.run", "/api/run/a.run/frame/1", "/api/run/a.run/scene",
        "/?token=", "/?token=00000000000000000000000000000000", "/nothing"})
    add(std::string("no token ") + target, std::string("GET ") + target + end, {403});
  add("half a token", "GET /?token=" + s.server.token().substr(0, 16) + end, {403});
  add("the token and more", "GET /?token=" + s.server.token() + "0" + end, {403});
  add("the cookie of another port",
      "GET / HTTP/1.1\r\n" + host + "Cookie: weft_1=" + s.server.token() + "\r\n\r\n", {403});
  add("no token, stop", "POST /api/run/a.run/stop HTTP/1.1\r\n" + host + "Content-Length: 0\r\n\r\n", {403});
  add("no token, other method", "DELETE /" + end, {403});
  // from another site, under another name
  add("another host", "GET / HTTP/1.1\r\nHost: evil.example\r\n" + s.cookie() + "\r\n", {403});
  add("no host", "GET / HTTP/1.1\r\n" + s.cookie() + "\r\n", {403});
  add("another origin",
      s.request("POST", "/api/run/a.run/stop", "Origin: http://evil.example\r\nContent-Length: 0\r\n"),
      {403});
  add("no origin's name", s.request("POST", "/api/run/a.run/stop", "Origin: null\r\nContent-Length: 0\r\n"),
      {403});
  // path tricks
  for (const char* target : {"/../secret.txt",
                             "/../../../../../../etc/passwd",
                             "/%2e%2e/secret.txt",
                             "/%2e%2e%2fsecret.txt",
                             "/..%2f..%2fetc%2fpasswd",
                             "/..%5c..%5csecret.txt",
                             "/%252e%252e/secret.txt",
                             "//etc/passwd",
                             "/./secret.txt",
                             "/app.js/../secret.txt",
                             "/app.js%00.html",
                             "/api/run/../secret.txt",
                             "/api/run/..%2fsecret.txt",
                             "/api/run/%2e%2e/scene",
                             "/api/run/a.run/../../secret.txt",
                             "/api/run/a.run/scene.toml",
                             "/api/run/a.run/scene%2f..%2frun.json",
                             "/api/run/a.run/frame/../../run.json",
                             "/api/picture/../secret.txt",
                             "/api/picture/..%2f..%2fsecret",
                             "/api/run//etc/passwd",
                             "/%c0%ae%c0%ae/secret.txt",
                             "/api/run/a.run%00/scene",
                             "/file:///etc/passwd"})
    add(std::string("path ") + target, s.request("GET", target), {400, 404});
  add("whole address", s.request("GET", "http://127.0.0.1/../secret.txt"), {400, 404});
  add("start of a path", s.request("POST", "/api/start/..%2fsecret", "Content-Length: 0\r\n"), {404});
  // numbers and names that are none
  for (const char* target :
       {"/api/run/a.run/frame/-1", "/api/run/a.run/frame/1e3", "/api/run/a.run/frame/99999999999999999999",
        "/api/run/a.run/frame/0x1", "/api/run/a.run/frame/", "/api/run/a.run/frame/4",
        "/api/run/a.run/object/1/99", "/api/run/a.run/collider/1/0", "/api/run/a.run/vertex/1/0/3",
        "/api/run/a.run/frame/1?quantity=..%2f..%2fx", "/api/run/a.run/frame/1?quantity=%00",
        "/api/run/a.run?stats=-1", "/api/run/a.run?events=many", "/api/run/b.run", "/api", "/api/home/more",
        "/%", "/%zz"})
    add(std::string("senseless ") + target, s.request("GET", target), {400, 404});
  add("long quantity", s.request("GET", "/api/run/a.run/frame/1?quantity=" + std::string(65, 'a')), {400});
  // other methods
  for (const char* method : {"PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT"})
    add(method, s.request(method, "/", "Content-Length: 0\r\n"), {400, 405});
  add("POST to a page", s.request("POST", "/", "Content-Length: 0\r\n"), {405});
  add("GET of an action", s.request("GET", "/api/run/a.run/stop"), {404});
  // too large
  add("long path", s.request("GET", "/" + std::string(4000, 'a')), {400, 414});
  add("very long path", s.request("GET", "/" + std::string(100000, 'a')), {400, 414});
  add("long header", s.request("GET", "/", "X: " + std::string(20000, 'a') + "\r\n"), {400});
  add("large body",
      s.request("POST", "/api/run/a.run/stop", "Content-Length: 100000\r\n") + std::string(100000, 'b'),
      {413});
  add("body said to be vast", s.request("POST", "/api/run/a.run/stop", "Content-Length: 99999999999999\r\n"),
      {413});
  // no HTTP
  add("nothing but a line", "\r\n\r\n", {0, 400});
  add("no version", "GET /\r\n\r\n", {400});
  add("another version", "GET / HTTP/9.9\r\n" + host + "\r\n", {400});
  add("another protocol", "SSH-2.0-OpenSSH_9.2\r\n\r\n", {400});
  add("a TLS greeting", std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11) + "\r\n\r\n",
      {0, 400});
  add("bytes", std::string("\0\1\2\xff\xfe\r\n\r\n", 9), {0, 400});
  add("a bad method", "G@T / HTTP/1.1\r\n" + host + "\r\n", {400});
  add("a range of nonsense", s.request("GET", "/app.js", "Range: bytes=9-1,-\r\n"), {400, 416});
  return all;
}

TEST(ViewServer, RefusesWhatIsWrongCleanly) {
  const Shown s;
  const std::vector<Bad> all = bad_requests(s);
  EXPECT_GE(all.size(), 50u);
  for (const Bad& b : all) {
    const Reply r = s.send(b.bytes);
    EXPECT_TRUE(b.statuses.count(r.status)) << b.name << ": " << r.status << " " << r.body;
    EXPECT_EQ(r.body.find("do not tell"), std::string::npos) << b.name;
    EXPECT_EQ(r.body.find("root:"), std::string::npos) << b.name;
    EXPECT_EQ(r.head.find(s.server.token()), std::string::npos) << b.name;
    if (r.status == 0) continue;
    const json j = json::parse(r.body, nullptr, false);
    ASSERT_TRUE(j.is_object()) << b.name << ": " << r.body;
    EXPECT_TRUE(j.contains("code") && j.contains("what") && j.contains("hint")) << b.name << ": " << r.body;
  }
  EXPECT_EQ(s.get("/api/run/a.run").status, 200) << "it still answers what makes sense";
}

TEST(ViewServer, AnswersManyAtOnce) {
  const Shown s;
  std::vector<std::thread> askers;
  std::atomic<int> right = 0;
  for (int k = 0; k < 16; ++k)
    askers.emplace_back([&, k] {
      for (int i = 0; i < 5; ++i)
        if (s.get("/api/run/a.run/frame/" + std::to_string(1 + (i + k) % 3) + "?quantity=height").status ==
            200)
          ++right;
    });
  for (std::thread& t : askers) t.join();
  EXPECT_EQ(right, 80);
}

}  // namespace
}  // namespace weft
