/// A made-up run folder, and a viewer that answers on a port of its own while it lives.
#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

#include "output/frame_file.h"
#include "output/run_folder.h"
#include "output/scratch.h"
#include "view/server.h"

namespace weft {

/// Three grains and a triangle with numbers that are easy to recognise.
inline Frame small_frame(std::int64_t number) {
  Frame f;
  f.number = number;
  f.time = double(number) / 24;
  f.dx = 0.01;
  FrameObject grains;
  grains.name = "sand";
  grains.kind = "points";
  grains.radius = 0.01;
  grains.position = {{{0, 0, 0}}, {{1, 0.5f, 0.25f}}, {{2, 1, float(number)}}};
  grains.velocity = {{{3, 4, 0}}, {{0, 0, 0}}, {{0, 0, 1}}};
  grains.id = {7, 8, 9};
  grains.scalars["plastic_strain"] = {0, 0.5f, 1};
  FrameObject sheet;
  sheet.name = "cloth";
  sheet.kind = "mesh";
  sheet.position = {{{0, 0, 1}}, {{1, 0, 1}}, {{1, 1, 1}}, {{0, 1, 1}}};
  sheet.velocity.resize(4);
  sheet.faces = {4};
  sheet.corners = {0, 1, 2, 3};
  f.objects = {grains, sheet};
  FrameCollider floor;
  floor.name = "floor";
  floor.kind = "plane";
  floor.size = {{0, 0, 1}};
  f.colliders = {floor};
  return f;
}

inline void make_run(const std::filesystem::path& folder) {
  RunFolder made = RunFolder::create(folder, {"format = 1 # as given\n", "format = 1\n"});
  RunInfo info = describe_program();
  info.status = "done";
  info.first = 1;
  info.last = info.frame = 3;
  write_run_info(folder, info);
  for (std::int64_t n = 1; n <= 3; ++n) write_frame(made.frame_path(n), small_frame(n));
  spill(folder / "stats.csv",
        "frame,time,dt,limit,seconds\n1,0,0,start,0\n2,0.04,1e-4,cfl,2\n3,0.08,1e-4,cfl,2\n4,0.1");
  spill(folder / "events.jsonl", "{\"event\": \"rollback\", \"frame\": 2}\nnot json\n{\"event\"");
}

struct Reply {
  int status = 0;
  std::string head, body;
  bool has(const std::string& part) const { return head.find(part) != std::string::npos; }
};

/// A viewer of one run, and requests to it byte by byte.
class Shown {
 public:
  Shown() {
    make_run(scratch_ / "a.run");
    spill(scratch_ / "secret.txt", "do not tell");
    key = viewer.add_run(scratch_ / "a.run");
    answering_ = std::thread([this] { server.listen(); });
  }
  ~Shown() {
    server.stop();
    answering_.join();
  }

  /// Sends the bytes, as they are, and reads until the server closes; no status when it says nothing.
  Reply send(const std::string& bytes) const {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(std::uint16_t(server.port()));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    timeval patience{20, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    std::string text;
    for (int tries = 0; tries < 50; ++tries) {  // the server may still be on its way to listen
      if (::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0) break;
      ::usleep(20'000);
    }
    for (std::size_t sent = 0; sent < bytes.size();) {
      const ssize_t n = ::send(socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (n <= 0) break;
      sent += std::size_t(n);
    }
    char buffer[4096];
    for (ssize_t n = 0; (n = ::recv(socket, buffer, sizeof buffer, 0)) > 0;)
      text.append(buffer, std::size_t(n));
    ::close(socket);
    Reply r;
    const std::size_t end = text.find("\r\n\r\n");
    if (!text.starts_with("HTTP/1.1 ") || end == std::string::npos) return r;
    r.status = std::atoi(text.c_str() + 9);
    r.head = text.substr(0, end);
    r.body = text.substr(end + 4);
    return r;
  }
  std::string host() const { return "127.0.0.1:" + std::to_string(server.port()); }
  std::string cookie() const {
    return "Cookie: weft_" + std::to_string(server.port()) + "=" + server.token() + "\r\n";
  }
  /// A well-made request with the token.
  std::string request(const std::string& method, const std::string& target,
                      const std::string& more = {}) const {
    return method + " " + target + " HTTP/1.1\r\nHost: " + host() + "\r\n" + cookie() + more + "\r\n";
  }
  Reply get(const std::string& target) const { return send(request("GET", target)); }

 private:
  Scratch scratch_;

 public:
  const Scratch& scratch() const { return scratch_; }
  Viewer viewer{{"/bin/false",
                 {},
                 scratch_.path,
                 {{"/", "text/html", "<p>page"}, {"/app.js", "text/javascript", "1"}}}};
  ViewServer server{viewer, {}};
  std::string key;

 private:
  std::thread answering_;
};

}  // namespace weft
