/// The limit surface of a shell as others meet it: triangles between points of it, each the mean of a few
/// control points,  y_i = sum_k L_ik x_k.
///
///   points   the limits of the vertices and, with two parts a side, of the middles of edges and faces
///   mass     of points, so that they can stand for the control points:  sum_i L_ik m_i = m_k
///            (Richardson and Lucy, as in geometry/surface_points.h)
#pragma once
#include "bodies/contact_surface.h"
#include "bodies/shell/shell.h"

namespace weft {

/// Faces that are bare are left out. parts: of a face along each side, 1 or 2.
ContactMesh limit_mesh(const ShellOptions& options, int parts);
/// Masses of its vertices when the movers have these.
std::vector<double> masses_of_means(const ContactMesh& mesh, std::span<const double> mover_mass);

}  // namespace weft
