// Faults drawn from the seed: for which call, which kind, and whether the call is carried out before.
import type { SeededRandom } from './seeded-random.ts';
import type { Profile } from './profile.ts';

export type Fault =
  /** The connection is reset before anything was done. */
  | { readonly kind: 'reset' }
  /** Carried out, and the answer dropped. */
  | { readonly kind: 'answer_dropped' }
  /** Carried out, and the body cut in the middle. */
  | { readonly kind: 'body_cut' }
  | { readonly kind: 'status'; readonly status: number; readonly carriedOut: boolean }
  | { readonly kind: 'throttled'; readonly retryAfter: string | undefined }
  /** Two writes on one object collided. */
  | { readonly kind: 'precondition_failed' };

const retryAfters = ['1', '2', '0.5', undefined, '5', '12.25', 'date', undefined] as const;
const serverErrors = [500, 502, 503, 504] as const;

/** SeededRandom the fault of one attempt; `attempt` counts the earlier ones on the same subject. */
export function chooseFault(
  random: SeededRandom,
  profile: Profile,
  subject: string,
  attempt: number,
  faultsBefore: number,
  isWrite: boolean,
): Fault | undefined {
  if (profile.faultChance === 0 || faultsBefore >= profile.faultsPerCall) return undefined;
  const key = `${subject}#${attempt}`;
  if (random.fraction(`fault ${key}`) >= profile.faultChance) return undefined;
  const detail = random.fraction(`detail ${key}`);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(detail * list.length)] as T;
  const kind = random.fraction(`kind ${key}`);
  if (kind < 0.2) return { kind: 'answer_dropped' };
  if (kind < 0.3) return { kind: 'reset' };
  if (kind < 0.4) return { kind: 'body_cut' };
  if (kind < 0.55) return { kind: 'status', status: pick(serverErrors), carriedOut: false };
  if (kind < 0.7) return { kind: 'status', status: pick(serverErrors), carriedOut: true };
  if (kind < 0.95 || !isWrite) return { kind: 'throttled', retryAfter: pick(retryAfters) };
  return { kind: 'precondition_failed' };
}
