// Names from right to left have their own direction on every page. right-to-left.test.ts looks at some of them.
import { testDirections } from './directions.ts';

testDirections(1, 100);
