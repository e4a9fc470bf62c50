/// The loop of steps without the host: on a card one graph,
///
///   WHILE (more)  { look;  IF (service) { service };  some steps;  look }
///
/// recorded once and launched once per advance. Steps after one that wants to be served return at once, so that few of
/// them are in a turn where steps are long, and many where launching costs more than stepping. In the twin a plain
/// loop in the same order.
#pragma once
#include "device/control.h"
#include "device/stream.h"

namespace weft::WEFT_DEVICE {

WEFT_HD inline bool wants_service(const Control& c) { return !c.halt && (c.sort || c.remake); }
WEFT_HD inline bool wants_more(const Control& c) { return !c.halt && (!c.last || c.sort || c.remake); }

#ifdef __CUDACC__

struct LookAtControl {
  static constexpr int threads = 32, resident = 1;
  struct Shared {};
  const Control* control;
  cudaGraphConditionalHandle more, service;
  template <int T>
  WEFT_KERNEL void run(Shared&, int, int thread) const {
    if (thread != 0) return;
    cudaGraphSetConditional(service, wants_service(*control));
    cudaGraphSetConditional(more, wants_more(*control));
  }
};

class StepLoop {
 public:
  StepLoop() = default;
  ~StepLoop() { forget(); }
  StepLoop(const StepLoop&) = delete;
  StepLoop& operator=(const StepLoop&) = delete;
  /// What was recorded no longer holds.
  void forget() {
    if (made_) cudaGraphExecDestroy(made_);
    made_ = nullptr;
  }
  bool recording() const { return recording_; }
  /// How many steps are in a turn.
  void set_steps(int n) {
    if (n != steps_) forget();
    steps_ = n;
  }

  template <class Service, class Step>
  void run(Stream& stream, Control* control, Service&& service, Step&& step) {
    if (!made_) record(stream, control, service, step);
    expect(cudaGraphLaunch(made_, stream.handle()), "launching the steps");
    stream.wait();
  }

 private:
  template <class Service, class Step>
  void record(Stream& stream, Control* control, Service&& service, Step&& step) {
    stream.wait();
    recording_ = true;
    cudaGraph_t graph;
    expect(cudaGraphCreate(&graph, 0), "a graph");
    cudaGraphConditionalHandle more{};
    expect(cudaGraphConditionalHandleCreate(&more, graph, 1, cudaGraphCondAssignDefault), "a loop");
    cudaGraph_t body = conditional(graph, {}, more, cudaGraphCondTypeWhile).body;
    cudaGraphConditionalHandle wanted{};
    expect(cudaGraphConditionalHandleCreate(&wanted, body, 0, 0), "a branch");
    std::vector<cudaGraphNode_t> last;
    capture(stream, body, last, [&] { launch(stream, 1, LookAtControl{control, more, wanted}); });
    const Conditional branch = conditional(body, last, wanted, cudaGraphCondTypeIf);
    std::vector<cudaGraphNode_t> inside;
    capture(stream, branch.body, inside, service);
    last.assign(1, branch.node);
    capture(stream, body, last, [&] {
      for (int k = 0; k < steps_; ++k) step();
      launch(stream, 1, LookAtControl{control, more, wanted});
    });
    const cudaError_t e = cudaGraphInstantiate(&made_, graph, 0);
    cudaGraphDestroy(graph);
    recording_ = false;
    expect(e, "making the graph of a step");
  }

  struct Conditional {
    cudaGraphNode_t node;
    cudaGraph_t body;
  };
  static Conditional conditional(cudaGraph_t graph, const std::vector<cudaGraphNode_t>& after,
                                 cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type) {
    cudaGraphNodeParams p{};
    p.type = cudaGraphNodeTypeConditional;
    p.conditional.handle = handle;
    p.conditional.type = type;
    p.conditional.size = 1;
    Conditional c{};
    expect(cudaGraphAddNode(&c.node, graph, after.data(), nullptr, after.size(), &p), "a branch");
    c.body = p.conditional.phGraph_out[0];
    return c;
  }
  template <class F>
  static void capture(Stream& stream, cudaGraph_t into, std::vector<cudaGraphNode_t>& last, F&& f) {
    expect(cudaStreamBeginCaptureToGraph(stream.handle(), into, last.data(), nullptr, last.size(),
                                         cudaStreamCaptureModeRelaxed),
           "recording");
    f();
    cudaStreamCaptureStatus status;
    const cudaGraphNode_t* nodes;
    const cudaGraphEdgeData* edges;
    std::size_t count;
    expect(cudaStreamGetCaptureInfo(stream.handle(), &status, nullptr, nullptr, &nodes, &edges, &count), "recording");
    last.assign(nodes, nodes + count);
    expect(cudaStreamEndCapture(stream.handle(), &into), "recording");
  }

  cudaGraphExec_t made_ = nullptr;
  int steps_ = 4;
  bool recording_ = false;
};

#else

class StepLoop {
 public:
  void forget() {}
  bool recording() const { return false; }
  void set_steps(int n) { steps_ = n; }
  template <class Service, class Step>
  void run(Stream&, Control* control, Service&& service, Step&& step) {
    while (wants_more(*control)) {
      if (wants_service(*control)) service();
      for (int k = 0; k < steps_; ++k) step();
    }
  }

 private:
  int steps_ = 4;
};

#endif

}  // namespace weft::WEFT_DEVICE
