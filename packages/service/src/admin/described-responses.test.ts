// described-responses.long.ts tries every operation.
import { describesAnswers } from './described-responses.suite.ts';

describesAnswers(4);
