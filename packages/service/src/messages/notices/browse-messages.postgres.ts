// The digests of a tenant, for its administrators: newest day first. Their text is only composed for an outbox.
import type { Queryable } from '../../postgres/database.ts';
import type { DigestNotice } from './digest.ts';
import type { NoticeKind } from './notice.ts';

export type MessageState = 'pending' | 'sent' | 'refused' | 'dropped' | 'failed';

export interface ListedMessage {
  readonly messageId: string;
  readonly personId: string;
  readonly email: string;
  readonly language: string | null;
  /** An example is `2027-03-28`. */
  readonly day: string;
  readonly state: MessageState;
  readonly attempts: number;
  readonly detail: string | null;
  readonly finishedAt: Date | null;
  readonly kinds: readonly NoticeKind[];
  readonly notices: number;
}

export interface MessageFilter {
  readonly state?: MessageState | undefined;
  /** An address, or the beginning of one. */
  readonly email?: string | undefined;
}

const columns = `m.message_id, m.person_id, m.email, nullif(m.language, '') as language, to_char(m.day, 'YYYY-MM-DD') as day, m.state, m.attempts,
  m.detail, m.finished_at, n.kinds, n.notices`;
const counted = `cross join lateral (
  select coalesce(array_agg(distinct kind order by kind), '{}') as kinds, count(*)::integer as notices
  from notices where tenant_id = m.tenant_id and message_id = m.message_id
) n`;
const matches = `m.tenant_id = $1 and ($2::text is null or m.state = $2)
  and ($3::text is null or starts_with(lower(m.email), lower($3)))`;

export function createMessageBrowser(database: Queryable) {
  return {
    async list(
      tenantId: string,
      { state, email }: MessageFilter,
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ items: ListedMessage[]; total: number }> {
      const values = [tenantId, state ?? null, email ?? null];
      const items = await database.query<ListedMessage>(
        `select ${columns} from notice_messages m ${counted}
        where ${matches} order by m.day desc, m.message_id limit $4 offset $5`,
        [...values, limit, offset],
      );
      const [count] = await database.query<{ total: number }>(
        `select count(*)::integer as total from notice_messages m where ${matches}`,
        values,
      );
      return { items, total: count?.total ?? 0 };
    },

    async find(
      tenantId: string,
      messageId: string,
    ): Promise<(ListedMessage & { contents: DigestNotice[]; endedAt: Date | null }) | undefined> {
      const [message] = await database.query<ListedMessage & { readonly endedAt: Date | null }>(
        `select ${columns}, governance_time(m.tenant_id, m.finished_at) as ended_at from notice_messages m ${counted} where m.tenant_id = $1 and m.message_id = $2`,
        [tenantId, messageId],
      );
      if (message === undefined) return undefined;
      const contents = await database.query<DigestNotice>(
        `select n.kind, n.team_id, n.task_id, t.display_name, n.data
        from notices n
        left join teams t on t.tenant_id = n.tenant_id and t.team_id = n.team_id
        where n.tenant_id = $1 and n.message_id = $2
        order by n.created_at, n.notice_id`,
        [tenantId, messageId],
      );
      return { ...message, contents };
    },
  };
}

export type MessageBrowser = ReturnType<typeof createMessageBrowser>;
