// The notices that follow from an assessment, besides those of questions: to a new responsible person, and of a role that is
// not accepted.
import { type NewNotice, noticesTo } from '../../messages/notices/notice.ts';
import type { AssessedResponsibility } from './assess-responsibility.ts';
import { firstEligible } from './eligible-people.ts';
import { causeOf, keyOf, type ResponsibilityFacts } from './responsibility-facts.ts';

export function noticesOf(
  facts: ResponsibilityFacts,
  { effects }: AssessedResponsibility,
): readonly NewNotice[] {
  const { group, people, policy } = facts;
  if (policy === undefined) return [];
  const { tenantId, teamId, now: at } = group;
  const responsible = people.get(keyOf(group.responsibleId));
  const isHandover = effects.some(
    (effect) => effect.kind === 'activity' && effect.action === 'responsibility.handed_over',
  );
  if (!isHandover || responsible === undefined) return [];
  const cause = causeOf(facts, 'responsibility.succession');
  const data = { reminder: 0 };
  return noticesTo([responsible], { tenantId, teamId, at, kind: 'took_over', data, cause });
}

/** They go to the steward, if that one can act, else to the administrators. */
export function noticesOfTold(
  facts: ResponsibilityFacts,
  { told }: Pick<AssessedResponsibility, 'told'>,
): readonly NewNotice[] {
  const { tenantId, teamId, now: at } = facts.group;
  const cause = causeOf(facts, 'responsibility.acceptance');
  const about = { tenantId, teamId, at, kind: 'not_accepted', cause } as const;
  const people = firstEligible(facts, []) ?? [];
  return told.flatMap((data) => noticesTo(people, { ...about, data }));
}
