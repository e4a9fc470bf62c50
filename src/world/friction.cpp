/// Which friction holds between two things: what the scene says of the pair, or what follows from each.
#include <cmath>

#include "bodies/contact_surface.h"
#include "world/world.h"

namespace weft {

double World::friction_between(const Body* a, const Body* b) const {
  const auto is = [&](std::size_t i, const Body* body) { return bodies[i].get() == body; };
  for (const PairFriction& p : pairs)
    if (p.other_body && ((is(p.body, a) && is(*p.other_body, b)) || (is(p.body, b) && is(*p.other_body, a))))
      return p.friction;
  const double mu = a->roles().field->friction();
  return b && b->own_field() ? std::sqrt(mu * b->roles().field->friction()) : mu;
}

double World::friction_of_surfaces(const Body* a, const Body* b) const {
  const auto is = [&](std::size_t i, const Body* body) { return bodies[i].get() == body; };
  for (const PairFriction& p : pairs)
    if (p.other_body && ((is(p.body, a) && is(*p.other_body, b)) || (is(p.body, b) && is(*p.other_body, a))))
      return p.friction;
  return std::sqrt(a->roles().surface->friction() * b->roles().surface->friction());
}

double World::friction_with(const Body* a, std::size_t collider) const {
  for (const PairFriction& p : pairs)
    if (p.collider == collider && bodies[p.body].get() == a) return p.friction;
  return colliders[collider].friction;
}

/// Whose the parcels of main are, where some pair asks.
std::vector<const Body*> World::owners(std::span<Parcels* const> sets) const {
  std::vector<const Body*> out;
  bool asked = false;
  for (const PairFriction& p : pairs) asked |= p.other_body && !bodies[*p.other_body]->own_field();
  if (!asked) return out;
  for (const auto& body : bodies) {
    if (body->own_field()) continue;
    std::vector<Parcels*> mine;
    body->add_sets(mine);
    out.insert(out.end(), mine.size(), body.get());
  }
  return out.size() == sets.size() ? out : std::vector<const Body*>{};
}

}  // namespace weft
