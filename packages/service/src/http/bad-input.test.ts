// bad-input.long.ts tries every case at every route.
import { refuseBadInput } from './bad-input.suite.ts';

refuseBadInput(5);
