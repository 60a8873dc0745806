// The notices that follow from an assessment: to the people whom a task asks, and to a new responsible person.
import { informAdministrators } from '../../messages/notices/inform-administrators.postgres.ts';
import { type NewNotice, type NoticeFacts, noticesTo } from '../../messages/notices/notice.ts';
import { addNotices } from '../../messages/notices/notices.postgres.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { AssessedResponsibility } from './assess-responsibility.ts';
import { noticesOfQuestions } from '../question.ts';
import { causeOf, keyOf, type ResponsibilityFacts } from './responsibility-facts.ts';

export function noticesOf(
  facts: ResponsibilityFacts,
  { effects }: AssessedResponsibility,
): readonly NewNotice[] {
  const { group, people, policy } = facts;
  if (policy === undefined) return [];
  const { tenantId, teamId, now: at } = group;
  const about = { tenantId, teamId, at };
  const questions = noticesOfQuestions(effects).flatMap(({ to, kind, data }) =>
    noticesTo([to], { ...about, kind, data, cause: causeOf(facts, `responsibility.${kind}`) }),
  );
  const responsible = people.get(keyOf(group.responsibleId));
  const isHandover = effects.some(
    (effect) => effect.kind === 'activity' && effect.action === 'responsibility.handed_over',
  );
  if (!isHandover || responsible === undefined) return questions;
  const cause = causeOf(facts, 'responsibility.succession');
  const data = { reminder: 0 };
  return [...questions, ...noticesTo([responsible], { ...about, kind: 'took_over', data, cause })];
}

/** To the steward, else to the administrators. */
export async function tellOf(
  transaction: Queryable,
  facts: ResponsibilityFacts,
  told: readonly NoticeFacts[],
): Promise<void> {
  if (told.length === 0) return;
  const { group, people, stewardId } = facts;
  const { tenantId, teamId, now: at } = group;
  const steward = stewardId === undefined ? undefined : people.get(stewardId);
  const cause = causeOf(facts, 'responsibility.acceptance');
  const about = { kind: 'not_accepted', teamId, cause } as const;
  if (steward === undefined || steward.email === null) {
    for (const data of told) await informAdministrators(transaction, tenantId, { ...about, data });
    return;
  }
  const notices = told.flatMap((data) => noticesTo([steward], { ...about, tenantId, at, data }));
  await addNotices(transaction, notices);
}
