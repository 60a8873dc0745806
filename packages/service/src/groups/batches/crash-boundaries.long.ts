// batches.test.ts dies at fewer of them in each run.
import { dieInBatches } from './crash-boundaries.suite.ts';

dieInBatches(4);
