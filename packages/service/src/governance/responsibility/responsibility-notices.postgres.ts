// The notices that follow from an assessment, besides those of questions: to a new responsible person, and of a role that is
// not accepted.
import { informAdministrators } from '../../messages/notices/inform-administrators.postgres.ts';
import { type NewNotice, type NoticeFacts, noticesTo } from '../../messages/notices/notice.ts';
import { addNotices } from '../../messages/notices/notices.postgres.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { AssessedResponsibility } from './assess-responsibility.ts';
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
