// How late a part of the suite sees what was written.
import type { Call } from './route.ts';

/** @param replica which part sees the object `id`, and after which write */
export function lag(call: Pick<Call, 'random' | 'profile'>, id: string, replica: string): number {
  const chance = call.random.fraction(`lags ${replica} ${id}`);
  if (chance >= call.profile.lagChance) return 0;
  // Most lags are short; one in twenty goes up to the whole.
  const length = call.random.fraction(`lag ${replica} ${id}`);
  const span = length < 0.75 ? 30_000 : length < 0.95 ? 180_000 : call.profile.lagMaxMs;
  return Math.round(
    call.random.fraction(`span ${replica} ${id}`) * Math.min(span, call.profile.lagMaxMs),
  );
}
