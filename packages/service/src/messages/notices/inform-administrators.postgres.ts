// Tells the owners and administrators of a tenant about something, except those who muted its topic. Those of other
// roles are not informed, because they cannot act on it.
import type { Queryable } from '../../postgres/database.ts';
import type { NewNotice, NewsKind } from './notice.ts';
import { topicOf } from './notice-topics.ts';
import { addNotices } from './notices.postgres.ts';

/** It takes part in the transaction of the fact. */
export async function informAdministrators(
  transaction: Queryable,
  tenantId: string,
  {
    kind,
    data,
    teamId = null,
    cause = null,
  }: { readonly kind: NewsKind } & Pick<NewNotice, 'data'> &
    Partial<Pick<NewNotice, 'teamId' | 'cause'>>,
): Promise<void> {
  const administrators = await transaction.query<{ email: string; at: Date }>(
    `select email, governance_now($1) as at from administrators
    where tenant_id = $1 and role in ('owner', 'administrator')
      and not coalesce(preferences -> 'mutedNotices' ? $2, false)
    order by email`,
    [tenantId, topicOf(kind) ?? null],
  );
  await addNotices(
    transaction,
    administrators.map(({ email, at }) => ({
      tenantId,
      personId: email,
      email,
      kind,
      teamId,
      data,
      cause,
      at,
    })),
  );
}
