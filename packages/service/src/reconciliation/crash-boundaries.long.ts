// reconciliation.test.ts dies at fewer of them in each run.
import { dieInReconciliation } from './crash-boundaries.suite.ts';

dieInReconciliation(1);
