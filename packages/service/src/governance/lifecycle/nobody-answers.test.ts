// nobody-answers.long.ts tries all circumstances.
import { nobodyAnswers } from './nobody-answers.suite.ts';

nobodyAnswers(3);
