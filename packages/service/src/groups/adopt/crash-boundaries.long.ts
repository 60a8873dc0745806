// crash-boundaries.test.ts dies at fewer of them in each run.
import { dieAtBoundaries } from './crash-boundaries.suite.ts';

dieAtBoundaries(1);
