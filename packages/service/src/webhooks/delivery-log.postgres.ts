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
  readonly dueAt: Date | undefined;
  readonly queuedAt: Date;
  readonly finishedAt: Date | undefined;
}

export interface LoggedAttempt {
  readonly attemptId: number;
  /** Undefined for a test. */
  readonly position: number | undefined;
  readonly eventId: string;
  readonly eventType: string;
  readonly attemptedAt: Date;
  readonly durationMs: number;
  readonly outcome: string;
  readonly statusCode: number | undefined;
  readonly detail: string | undefined;
  readonly answerExcerpt: string | undefined;
  readonly retryAt: Date | undefined;
}

export type DeliveryLog = ReturnType<typeof createDeliveryLog>;

export function createDeliveryLog(database: Queryable) {
  return {
    /** Newest first. */
    async deliveries(
      tenantId: string,
      endpointId: string,
      options: { state?: LoggedDelivery['state']; beforePosition?: number; limit: number },
    ): Promise<LoggedDelivery[]> {
      const rows = await database.query<{
        position: number;
        event_type: string;
        ordering_key: string;
        state: LoggedDelivery['state'];
        failures: number;
        due_at: Date;
        queued_at: Date;
        finished_at: Date | null;
      }>(
        `select * from webhook_deliveries
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
      return rows.map((row) => ({
        position: row.position,
        eventType: row.event_type,
        subject: row.ordering_key,
        state: row.state,
        failures: row.failures,
        dueAt: row.state === 'pending' ? row.due_at : undefined,
        queuedAt: row.queued_at,
        finishedAt: row.finished_at ?? undefined,
      }));
    },

    /** Newest first; of one delivery, or of all and of tests too. */
    async attempts(
      tenantId: string,
      endpointId: string,
      options: { position?: number; beforeAttemptId?: number; limit: number },
    ): Promise<LoggedAttempt[]> {
      const rows = await database.query<{
        attempt_id: number;
        position: number | null;
        event_id: string;
        event_type: string;
        attempted_at: Date;
        duration_ms: number;
        outcome: string;
        status_code: number | null;
        detail: string | null;
        answer_excerpt: string | null;
        retry_at: Date | null;
      }>(
        `select * from webhook_attempts
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
      return rows.map((row) => ({
        attemptId: row.attempt_id,
        position: row.position ?? undefined,
        eventId: row.event_id,
        eventType: row.event_type,
        attemptedAt: row.attempted_at,
        durationMs: row.duration_ms,
        outcome: row.outcome,
        statusCode: row.status_code ?? undefined,
        detail: row.detail ?? undefined,
        answerExcerpt: row.answer_excerpt ?? undefined,
        retryAt: row.retry_at ?? undefined,
      }));
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
          attempt.statusCode ?? null,
          attempt.detail ?? null,
          attempt.answerExcerpt ?? null,
        ],
      );
    },
  };
}
