// crash-boundaries.long.ts dies at more of them.
import { dieAtBoundaries } from './crash-boundaries.suite.ts';

dieAtBoundaries(5);
