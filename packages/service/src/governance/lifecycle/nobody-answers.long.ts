// nobody-answers.test.ts tries some of the circumstances in each run.
import { nobodyAnswers } from './nobody-answers.suite.ts';

nobodyAnswers(1);
