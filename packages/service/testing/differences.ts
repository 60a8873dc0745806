// The differences of a group without when they were seen and what follows from them.
import type { PropertyDrift } from '../src/engine/observed-state.ts';

type Difference = Pick<PropertyDrift, 'property' | 'expected' | 'observed'>;

export function differencesOf(drift: readonly Difference[] | null): Difference[] | undefined {
  return drift?.map(({ property, expected, observed }) => ({ property, expected, observed }));
}
