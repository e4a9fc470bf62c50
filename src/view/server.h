/// The viewer's web server: one address, one token, clean errors for everything else.
#pragma once
#include <memory>
#include <string>

#include "view/viewer.h"

namespace weft {

struct Listening {
  std::string host = "127.0.0.1";
  int port = 0;  ///< 0: any that is free
};

class ViewServer {
 public:
  /// Binds at once; throws Error E0802 when that address or port is not to be had.
  ViewServer(Viewer& viewer, const Listening& where);
  ~ViewServer();
  ViewServer(const ViewServer&) = delete;
  ViewServer& operator=(const ViewServer&) = delete;

  int port() const;
  const std::string& token() const;
  /// The address to open, with the token; `fragment` ("run=sand.run") says what to show.
  std::string address(const std::string& fragment = {}) const;
  /// Answers until stop().
  void listen();
  /// From any thread.
  void stop();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace weft
