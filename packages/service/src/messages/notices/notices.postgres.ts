// Notices are written in the transaction of the fact that they are about: there is none without the other.
import type { Queryable } from '../../postgres/database.ts';
import { ofFoundRow } from '../../postgres/found-row.ts';
import type { NewNotice, NoticeKind } from './notice.ts';

/** A question without a taskId is about the open task of its kind and group. */
export async function addNotices(
  transaction: Queryable,
  notices: readonly NewNotice[],
): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map((notice) => ({
    tenant_id: notice.tenantId,
    person_id: notice.personId,
    email: notice.email,
    language: notice.language ?? null,
    kind: notice.kind,
    team_id: notice.teamId,
    task_id: notice.taskId ?? null,
    data: notice.data,
    cause: notice.cause,
    created_at: notice.at.toISOString(),
  }));
  await transaction.query(
    `insert into notices
      (tenant_id, notice_id, person_id, email, language, kind, team_id, task_id, data, cause, created_at)
    select n.tenant_id, gen_random_uuid(), n.person_id, n.email, n.language, n.kind, n.team_id,
      coalesce(n.task_id, k.task_id), n.data, nullif(n.cause, 'null'::jsonb), n.created_at
    from jsonb_to_recordset($1::jsonb) as n (tenant_id uuid, person_id text, email text, language text, kind text,
      team_id uuid, task_id uuid, data jsonb, cause jsonb, created_at timestamptz)
    left join tasks k on k.tenant_id = n.tenant_id and k.team_id = n.team_id and k.kind = n.kind
      and ${ofFoundRow("k.state = 'open'")}`,
    [JSON.stringify(rows)],
  );
}

/** The outcome of a notice: that of the digest that carries it. */
export type NoticeOutcome = 'waiting' | 'pending' | 'sent' | 'refused' | 'dropped' | 'failed';

export interface ListedNotice {
  readonly noticeId: string;
  readonly kind: NoticeKind;
  readonly personId: string;
  readonly email: string;
  /** Null until its digest is formed. */
  readonly language: string | null;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  readonly outcome: NoticeOutcome;
}

/** The notices about one group, newest first. */
export async function listNoticesOfGroup(
  database: Queryable,
  { tenantId, teamId }: { tenantId: string; teamId: string },
  { limit, afterNoticeId }: { limit: number; afterNoticeId?: string | undefined },
): Promise<ListedNotice[]> {
  return database.query<ListedNotice>(
    `select n.notice_id, n.kind, n.person_id, n.email, nullif(m.language, '') as language, n.created_at,
      case when m.state = 'sent' then m.finished_at end as sent_at,
      coalesce(m.state, 'waiting') as outcome
    from notices n
    left join notice_messages m on m.tenant_id = n.tenant_id and m.message_id = n.message_id
    where n.tenant_id = $1 and n.team_id = $2
      and ($4::uuid is null or (n.created_at, n.notice_id) < (
        select created_at, notice_id from notices where tenant_id = $1 and notice_id = $4
      ))
    order by n.created_at desc, n.notice_id desc
    limit $3`,
    [tenantId, teamId, limit, afterNoticeId ?? null],
  );
}
