#include "view/server.h"

#include <httplib.h>
#include <sys/random.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "exec/error.h"

namespace weft {

namespace {

constexpr std::size_t kLongestPath = 512;   ///< of an address, decoded
constexpr std::size_t kLongestBody = 4096;  ///< no request needs one

/// 128 random bits as 32 digits.
std::string make_token() {
  unsigned char bytes[16];
  if (::getrandom(bytes, sizeof bytes, 0) != ssize_t(sizeof bytes))
    throw Error("E0802", "the system gives no random numbers for the token", {}, "try again");
  std::string text;
  for (const unsigned char b : bytes) {
    text += "0123456789abcdef"[b >> 4];
    text += "0123456789abcdef"[b & 15];
  }
  return text;
}

/// Takes as long whatever the first difference is.
bool same(const std::string& a, const std::string& b) {
  unsigned char difference = a.size() != b.size();
  for (std::size_t i = 0; i < b.size(); ++i) difference |= (unsigned char)(b[i] ^ (i < a.size() ? a[i] : 0));
  return difference == 0;
}

/// The value of a cookie, or nothing.
std::string cookie(const httplib::Request& request, const std::string& name) {
  const std::string all = "; " + request.get_header_value("Cookie"), wanted = "; " + name + "=";
  const std::size_t at = all.find(wanted);
  if (at == std::string::npos) return {};
  const std::size_t from = at + wanted.size();
  return all.substr(from, all.find(';', from) - from);
}

void put(const Answer& answer, httplib::Response& response) {
  response.status = answer.status;
  if (answer.gzipped) response.set_header("Content-Encoding", "gzip");
  response.set_header("Cache-Control", answer.keep ? "private, max-age=3600" : "no-store");
  response.set_content(answer.body, answer.type.c_str());
}

}  // namespace

struct ViewServer::Inside {
  Viewer& viewer;
  Listening where;
  std::string token = make_token();
  httplib::Server server{};
  std::atomic<bool> asked_to_stop = false, begun = false, ended = false;

  std::string cookie_name() const {
    return "weft_" + std::to_string(where.port);
  }  // ports share their cookies
  bool local() const { return where.host == "127.0.0.1"; }

  /// Pages of other sites reach this server under their own name, whatever address that name has.
  bool right_host(const httplib::Request& request) const {
    const std::string host = request.get_header_value("Host"), port = ":" + std::to_string(where.port);
    return !local() || host == "127.0.0.1" + port || host == "localhost" + port;
  }
  bool right_origin(const httplib::Request& request) const {
    return !request.has_header("Origin") ||
           request.get_header_value("Origin") == "http://" + request.get_header_value("Host");
  }
  bool right_token(const httplib::Request& request) const {
    return same(request.get_param_value("token"), token) || same(cookie(request, cookie_name()), token);
  }

  /// What is wrong with a request before anybody looks for what it asks.
  std::optional<Answer> refusal(const httplib::Request& request) const {
    if (request.path.size() > kLongestPath || request.path.empty() || request.path[0] != '/' ||
        request.path.find('\0') != std::string::npos)
      return error_answer(400, "E0805", "the address makes no sense",
                          "begin at the page that 'weft view' has printed");
    if (!right_host(request) || !right_origin(request))
      return error_answer(403, "E0803", "the request comes from another site",
                          "open the address that 'weft view' has printed");
    if (!right_token(request))
      return error_answer(403, "E0803", "the request has no token, or an old one",
                          "open the address that 'weft view' has printed: the token is part of it");
    if (request.method == "GET" || request.method == "HEAD" || request.method == "POST") return {};
    return error_answer(405, "E0806", "nothing here answers " + request.method.substr(0, 16),
                        "GET shows, POST starts and stops");
  }

  void respond(const httplib::Request& request, httplib::Response& response) {
    // The token goes from the address into a cookie: then it is not in anybody's history.
    if (request.path == "/" && request.has_param("token")) {
      response.set_header("Set-Cookie", cookie_name() + "=" + token + "; HttpOnly; SameSite=Strict; Path=/");
      response.status = 302;
      response.set_header("Location", "/");
      return;
    }
    Question q{request.method, request.path, {}};
    for (const auto& [name, value] : request.params) q.query.emplace(name, value);
    put(viewer.answer(q), response);
  }

  void prepare() {
    server.set_default_headers(
        {{"X-Content-Type-Options", "nosniff"},
         {"Referrer-Policy", "no-referrer"},
         {"Content-Security-Policy",
          "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
          "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"}});
    server.set_keep_alive_max_count(1);  // a connection that waits would hold a thread
    server.set_payload_max_length(kLongestBody);
    server.set_read_timeout(5, 0);
    server.set_write_timeout(30, 0);
    server.set_tcp_nodelay(true);
    server.set_socket_options([](socket_t socket) {  // without SO_REUSEPORT: a port is one viewer's
      const int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    server.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      const auto wrong = refusal(request);
      if (wrong) put(*wrong, response);
      return wrong ? httplib::Server::HandlerResponse::Handled : httplib::Server::HandlerResponse::Unhandled;
    });
    const auto handler = [this](const httplib::Request& request, httplib::Response& response) {
      respond(request, response);
    };
    server.Get("[^]*", handler);
    server.Post("[^]*", handler);
    server.set_error_handler([](const httplib::Request&, httplib::Response& response) {
      if (!response.body.empty()) return;
      const bool large = response.status == 413 || response.status == 414;
      put(error_answer(response.status, large ? "E0807" : "E0805",
                       large ? "the request is too large" : "the request makes no sense",
                       "load the page that 'weft view' has printed"),
          response);
    });
  }
};

ViewServer::ViewServer(Viewer& viewer, const Listening& where) : inside_(new Inside{viewer, where}) {
  inside_->prepare();
  const bool free = where.port == 0;
  if (free) inside_->where.port = inside_->server.bind_to_any_port(where.host);
  if (free ? inside_->where.port <= 0 : !inside_->server.bind_to_port(where.host, where.port))
    throw Error("E0802", "port " + std::to_string(where.port) + " of '" + where.host + "' is not to be had",
                {}, "another program has it: choose another with --port, or none");
}

ViewServer::~ViewServer() = default;

int ViewServer::port() const { return inside_->where.port; }
const std::string& ViewServer::token() const { return inside_->token; }

std::string ViewServer::address(const std::string& fragment) const {
  return "http://" + inside_->where.host + ":" + std::to_string(port()) + "/?token=" + token() +
         (fragment.empty() ? "" : "#" + fragment);
}

void ViewServer::listen() {
  inside_->begun = true;
  if (!inside_->asked_to_stop) inside_->server.listen_after_bind();
  inside_->ended = true;
}

// httplib forgets a stop() that comes before it listens.
void ViewServer::stop() {
  inside_->asked_to_stop = true;
  while (inside_->begun && !inside_->ended && !inside_->server.is_running())
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  inside_->server.stop();
}

}  // namespace weft
