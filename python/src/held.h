/// A simulation as Python holds it: used by one thread at a time, and the things in it know whether they still look at
/// the present.
#pragma once
#include <memory>
#include <string>

#include "arrays.h"
#include "output/simulation.h"

namespace weft::python {

struct Held : std::enable_shared_from_this<Held> {
  explicit Held(std::unique_ptr<Simulation> made)
      : simulation(std::move(made)), points(simulation->world().bodies.size()) {}

  /// Throws Error E0564 while another thread steps.
  Simulation& use();
  /// Steps without the GIL; f(asked) as in Simulation. Raises KeyboardInterrupt, and what other signals' handlers raise.
  template <class F>
  void go(F&& f) {
    Simulation& s = use();
    Going going(*this);
    bool raised = false;
    {
      const py::gil_scoped_release release;
      f(s, [&raised] {
        const py::gil_scoped_acquire acquire;
        return raised = PyErr_CheckSignals() != 0;
      });
    }
    if (raised) throw py::error_already_set();
  }
  void changed() {
    ++version;
    quantities.forget();
  }

  std::unique_ptr<Simulation> simulation;
  std::uint64_t version = 1;  ///< grows whenever the world changes
  /// Arrays that were read, by body, for as long as they are of the present.
  struct Read {
    std::uint64_t version = 0;
    py::object array;
  };
  struct Points {
    Read places, velocities;
  };
  std::vector<Points> points;
  Quantities quantities;

 private:
  struct Going {
    explicit Going(Held& of) : held(of) { held.going_ = true; }
    ~Going() {
      held.going_ = false;
      held.changed();
    }
    Held& held;
  };
  bool going_ = false;
};

using HeldPtr = std::shared_ptr<Held>;

// What `sim["name"]` may be.
struct BodyRef {
  HeldPtr held;
  std::size_t index;
  Body& body() const { return *held->use().world().bodies[index]; }
};
struct RigidRef : BodyRef {};
struct PinRef {
  HeldPtr held;
  std::size_t body, index;
};
struct ColliderRef {
  HeldPtr held;
  std::size_t index;
  Collider& collider() const { return held->use().world().colliders[index]; }
};

/// Where a motion that is led arrives: `by`, or the end of the frame in progress.
double arrival(Simulation& s, const std::optional<double>& by);

void bind_simulation(py::module_& m);
void bind_body(py::module_& m);
void bind_rigid(py::module_& m);
void bind_pin(py::module_& m);
void bind_collider(py::module_& m);
void bind_frame(py::module_& m);
void bind_run(py::module_& m);

}  // namespace weft::python
