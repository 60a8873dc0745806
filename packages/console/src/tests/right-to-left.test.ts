// Names from right to left have their own direction on a third of the pages, which the seed draws. right-to-left.long.ts
// looks at every page.
import { testDirections } from './directions.ts';

testDirections(3, 30);
