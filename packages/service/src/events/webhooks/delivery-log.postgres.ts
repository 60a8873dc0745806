// The delivery log: deliveries to an endpoint, each attempt, and the replay of failed deliveries.
import type { Queryable } from '../../postgres/database.ts';
import type { Attempt } from './delivery.ts';
import { makeDue, queueAgain, type ReplaySelection } from './requeue.postgres.ts';

export interface LoggedDelivery {
  readonly position: number;
  readonly eventType: string;
  /** The event is about it. */
  readonly subject: string;
  /** The name of the group that the event is about; null: it is about something else. */
  readonly groupName: string | null;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly failures: number;
  readonly dueAt: Date | null;
  readonly queuedAt: Date;
  readonly finishedAt: Date | null;
}

export interface LoggedAttempt extends Omit<Attempt, 'outcome' | 'retryAfterMs'> {
  readonly attemptId: number;
  /** Null for a test. */
  readonly position: number | null;
  readonly eventId: string;
  readonly eventType: string;
  readonly outcome: string;
  readonly retryAt: Date | null;
}

export interface EndpointHealth {
  /** They count since the moment that was asked for; of very many, only the latest ones. */
  readonly attempts: number;
  readonly delivered: number;
  readonly lastAttempt: {
    readonly attemptedAt: Date;
    readonly outcome: string;
    readonly statusCode: number | null;
  } | null;
  /** It belongs to the delivery that waits longest; null: nothing waits. */
  readonly nextAttemptAt: Date | null;
}

export const unknownHealth: EndpointHealth = {
  attempts: 0,
  delivered: 0,
  lastAttempt: null,
  nextAttemptAt: null,
};

interface HealthRow {
  readonly endpointId: string;
  readonly attempts: number;
  readonly delivered: number;
  readonly attemptedAt: Date | null;
  readonly outcome: string | null;
  readonly statusCode: number | null;
  readonly nextAttemptAt: Date | null;
}

/** Bounds the cost for an endpoint with very many. */
const consideredAttempts = 10_000;

function healthOf({
  attempts,
  delivered,
  attemptedAt,
  outcome,
  statusCode,
  nextAttemptAt,
}: HealthRow): EndpointHealth {
  const lastAttempt =
    attemptedAt === null || outcome === null ? null : { attemptedAt, outcome, statusCode };
  return { attempts, delivered, lastAttempt, nextAttemptAt };
}

export type DeliveryLog = ReturnType<typeof createDeliveryLog>;

export function createDeliveryLog(database: Queryable) {
  return {
    /** Newest first. */
    async deliveries(
      tenantId: string,
      endpointId: string,
      options: {
        state?: LoggedDelivery['state'] | undefined;
        beforePosition?: number | undefined;
        limit: number;
      },
    ): Promise<LoggedDelivery[]> {
      return await database.query(
        `select d.*, t.display_name as group_name
        from (
          select position, event_type, ordering_key as subject, state, failures,
            case when state = 'pending' then due_at end as due_at, queued_at, finished_at
          from webhook_deliveries
          where tenant_id = $1 and endpoint_id = $2
            and ($3::text is null or state = $3) and ($4::bigint is null or position < $4)
          order by position desc limit $5
        ) d
        left join teams t on t.tenant_id = $1
          and t.team_id = case when d.subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then d.subject::uuid end
        order by d.position desc`,
        [
          tenantId,
          endpointId,
          options.state ?? null,
          options.beforePosition ?? null,
          options.limit,
        ],
      );
    },

    async has(tenantId: string, endpointId: string, position: number): Promise<boolean> {
      const rows = await database.query(
        `select from webhook_deliveries where tenant_id = $1 and endpoint_id = $2 and position = $3`,
        [tenantId, endpointId, position],
      );
      return rows.length > 0;
    },

    /** Newest first; of one delivery, or of all and of tests too. */
    async attempts(
      tenantId: string,
      endpointId: string,
      options: {
        position?: number | undefined;
        beforeAttemptId?: number | undefined;
        limit: number;
      },
    ): Promise<LoggedAttempt[]> {
      return await database.query(
        `select attempt_id, position, event_id, event_type, attempted_at, duration_ms, outcome, status_code, detail,
          answer_excerpt, retry_at
        from webhook_attempts
        where tenant_id = $1 and endpoint_id = $2
          and ($3::bigint is null or position = $3) and ($4::bigint is null or attempt_id < $4)
        order by attempt_id desc limit $5`,
        [
          tenantId,
          endpointId,
          options.position ?? null,
          options.beforeAttemptId ?? null,
          options.limit,
        ],
      );
    },

    /**
     * Queues finished deliveries again, under the same event ids.
     * @returns how many
     */
    replay: (tenantId: string, endpointId: string, selection: ReplaySelection): Promise<number> =>
      queueAgain(database, tenantId, endpointId, selection),

    /**
     * Makes everything that waits due now, and ends the pause of the endpoint. For a transaction.
     * @returns how many deliveries wait
     */
    async deliverNow(tenantId: string, endpointId: string): Promise<number> {
      // First, as the records of attempts lock the endpoint before its deliveries.
      await database.query(
        `update webhook_endpoints set failures_in_row = 0, held_until = '-infinity'
        where tenant_id = $1 and endpoint_id = $2`,
        [tenantId, endpointId],
      );
      return makeDue(database, tenantId, endpointId);
    },

    /** How deliveries went, by endpoint. @param endpointId one; undefined: all of the tenant */
    async health(
      tenantId: string,
      since: Date,
      endpointId?: string,
    ): Promise<ReadonlyMap<string, EndpointHealth>> {
      const rows = await database.query<HealthRow>(
        `select e.endpoint_id, day.attempts::integer, day.delivered::integer, last.attempted_at, last.outcome,
          last.status_code,
          case when e.disabled_at is null and next.due_at is not null then greatest(next.due_at, e.held_until) end
            as next_attempt_at
        from webhook_endpoints e
        left join lateral (
          select count(*) as attempts, count(*) filter (where outcome = 'delivered') as delivered
          from (
            select outcome, attempted_at from webhook_attempts a
            where a.tenant_id = e.tenant_id and a.endpoint_id = e.endpoint_id
            order by a.attempt_id desc limit $4
          ) recent
          where attempted_at >= $3
        ) day on true
        left join lateral (
          select attempted_at, outcome, status_code from webhook_attempts a
          where a.tenant_id = e.tenant_id and a.endpoint_id = e.endpoint_id
          order by a.attempt_id desc limit 1
        ) last on true
        left join lateral (
          select due_at from webhook_deliveries d
          where d.tenant_id = e.tenant_id and d.endpoint_id = e.endpoint_id and d.state = 'pending'
          order by d.position limit 1
        ) next on true
        where e.tenant_id = $1 and ($2::uuid is null or e.endpoint_id = $2)`,
        [tenantId, endpointId ?? null, since, consideredAttempts],
      );
      return new Map(rows.map((row) => [row.endpointId, healthOf(row)]));
    },

    /** The endpoint works again: its pause ends, and everything queued for it is due. For a transaction. */
    async resume(tenantId: string, endpointId: string): Promise<void> {
      const failing = await database.query(
        `update webhook_endpoints set failures_in_row = 0, held_until = '-infinity'
        where tenant_id = $1 and endpoint_id = $2 and failures_in_row > 0
        returning endpoint_id`,
        [tenantId, endpointId],
      );
      if (failing.length > 0) await makeDue(database, tenantId, endpointId);
    },

    /** Records nothing of an endpoint that has been removed meanwhile. */
    async recordTest(
      of: { tenantId: string; endpointId: string },
      event: { id: string; type: string },
      attempt: Attempt,
    ): Promise<void> {
      await database.query(
        `insert into webhook_attempts
          (tenant_id, endpoint_id, event_id, event_type, attempted_at, duration_ms, outcome, status_code, detail,
           answer_excerpt)
        select tenant_id, endpoint_id, $3, $4, $5, $6, $7, $8, $9, $10
        from webhook_endpoints where tenant_id = $1 and endpoint_id = $2
        for key share`,
        [
          of.tenantId,
          of.endpointId,
          event.id,
          event.type,
          attempt.attemptedAt,
          attempt.durationMs,
          attempt.outcome,
          attempt.statusCode,
          attempt.detail,
          attempt.answerExcerpt,
        ],
      );
    },
  };
}
