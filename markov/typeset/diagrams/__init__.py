"""The parts of a diagram: columns, boxes, arrows, and the words beside them."""
