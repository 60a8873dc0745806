// The verdict of a tenant's probes about each assumption: the last one that was seen. A probe that does not see an assumption
// says nothing about it.
import type { ProbedAssumption } from '../../directory/connection-report.ts';

type Verdict = Exclude<ProbedAssumption['state'], 'not_seen'>;

export interface JudgedAssumption extends ProbedAssumption {
  /** Null: no probe has seen it. */
  readonly verdict: Verdict | null;
  /** When a probe first saw the verdict; ISO 8601. */
  readonly since: string | null;
}

/** @param before those of the probe before */
export function judge(
  seen: readonly ProbedAssumption[],
  before: readonly JudgedAssumption[],
  at: Date,
): readonly JudgedAssumption[] {
  const known = new Map(before.map((one) => [one.name, one]));
  return seen.map((one) => {
    const { verdict = null, since = null } = known.get(one.name) ?? {};
    if (one.state === 'not_seen' || one.state === verdict) return { ...one, verdict, since };
    return { ...one, verdict: one.state, since: at.toISOString() };
  });
}

/** The verdict of each is another one than before. An assumption that no probe has seen counts as true. */
export function changedVerdicts(
  judged: readonly JudgedAssumption[],
  before: readonly JudgedAssumption[],
): readonly JudgedAssumption[] {
  const known = new Map(before.map(({ name, verdict }) => [name, verdict]));
  return judged.filter(
    ({ name, verdict }) => verdict !== null && verdict !== (known.get(name) ?? 'as_assumed'),
  );
}

export function isChanged({ verdict }: JudgedAssumption): boolean {
  return verdict === 'changed';
}
