// The delivery log: deliveries to an endpoint, each attempt, and the replay of failed deliveries.
import type { Queryable } from '../postgres/database.ts';
import type { Attempt } from './delivery.ts';

export interface LoggedDelivery {
  readonly position: number;
  readonly eventType: string;
  /** Of what the event is about. */
  readonly subject: string;
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
        `select position, event_type, ordering_key as subject, state, failures,
          case when state = 'pending' then due_at end as due_at, queued_at, finished_at
        from webhook_deliveries
        where tenant_id = $1 and endpoint_id = $2
          and ($3::text is null or state = $3) and ($4::bigint is null or position < $4)
        order by position desc limit $5`,
        [
          tenantId,
          endpointId,
          options.state ?? null,
          options.beforePosition ?? null,
          options.limit,
        ],
      );
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
     * Queues deliveries again, under the same event ids.
     * @param positions which ones; undefined: all that were given up
     * @returns how many
     */
    async replay(
      tenantId: string,
      endpointId: string,
      positions: readonly number[] | undefined,
    ): Promise<number> {
      const rows = await database.query(
        `update webhook_deliveries
        set state = 'pending', failures = 0, due_at = now(), due_set_at = now(), queued_at = now(), finished_at = null,
          claimed_until = null
        where tenant_id = $1 and endpoint_id = $2 and state <> 'pending'
          and case when $3::bigint[] is null then state = 'failed' else position = any ($3) end
        returning position`,
        [tenantId, endpointId, positions ?? null],
      );
      return rows.length;
    },

    /** The endpoint works again: its pause ends, and everything queued for it is due. */
    async resume(tenantId: string, endpointId: string): Promise<void> {
      await database.query(
        `with endpoint as (
          update webhook_endpoints set failures_in_row = 0, held_until = '-infinity'
          where tenant_id = $1 and endpoint_id = $2 and failures_in_row > 0
          returning endpoint_id
        )
        update webhook_deliveries d set due_at = now(), due_set_at = now()
        from endpoint
        where d.tenant_id = $1 and d.endpoint_id = endpoint.endpoint_id and d.state = 'pending' and d.due_at > now()`,
        [tenantId, endpointId],
      );
    },

    async recordTest(
      of: { tenantId: string; endpointId: string },
      event: { id: string; type: string },
      attempt: Attempt,
    ): Promise<void> {
      await database.query(
        `insert into webhook_attempts
          (tenant_id, endpoint_id, event_id, event_type, attempted_at, duration_ms, outcome, status_code, detail,
           answer_excerpt)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
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
