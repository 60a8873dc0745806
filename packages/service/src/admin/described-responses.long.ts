// described-responses.test.ts tries some of the operations in each run.
import { describesAnswers } from './described-responses.suite.ts';

describesAnswers(1);
