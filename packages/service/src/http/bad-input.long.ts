// bad-input.test.ts tries fewer pairs of a route and a case in each run.
import { refuseBadInput } from './bad-input.suite.ts';

refuseBadInput(1);
