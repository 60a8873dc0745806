// The delivery of the last question of a kind that a group's people got, in SQL: nothing ends before it was sent.

export interface LastReminder {
  /** A message with it has not been sent or given up. Null: there was no question. */
  readonly isReminderWaiting: boolean | null;
  /** When the first message with it was sent, by the governance clock; null: none was. */
  readonly remindedAt: Date | null;
}

export const lastReminderColumns = 'last.is_reminder_waiting, last.reminded_at';

/**
 * Adds `last` to a query over `teams t`. Questions to several people at the same time are one reminder.
 * @param since an expression; earlier questions are ignored
 */
export const lastReminderJoin = (kind: 'renew' | 'review', since: string) => `
  left join lateral (
    select bool_or(coalesce(g.state, 'pending') = 'pending') as is_reminder_waiting,
      min(governance_time(n.tenant_id, g.finished_at)) filter (where g.state = 'sent') as reminded_at
    from notices n
    left join notice_messages g on g.tenant_id = n.tenant_id and g.message_id = n.message_id
    where n.tenant_id = t.tenant_id and n.team_id = t.team_id and n.kind = '${kind}' and n.created_at = (
      select max(newest.created_at) from notices newest
      where newest.tenant_id = t.tenant_id and newest.team_id = t.team_id and newest.kind = '${kind}'
        and newest.created_at >= ${since}
    )
  ) last on true`;
