/// Parts of one surface that face each other collide at the nodes between them, as two bodies would.
///   e     the direction most normals around a node lie along: principal axis of sum w A n n^T
///   + -   points whose normals lie within 37 degrees of e, of -e; each has mass, velocity, a place along e
///   gap   place of - less place of +; far below zero the two are the faces of one thin part,
///         which are left alone
#pragma once
#include "contact/own_field.h"

namespace weft {

struct SelfContactRules {
  double dt;        ///< [s]
  double recovery;  ///< the speed at which overlaps may part at most [m/s]
};

/// After the exchange with other fields: adds changes of velocity to the body's points.
void collide_with_itself(OwnField& field, const Step& step, const SelfContactRules& rules);

}  // namespace weft
