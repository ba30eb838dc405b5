"""Artillery on the move: limbering, unlimbering, man-handling."""
