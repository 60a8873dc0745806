// Probes of connections in PostgreSQL: one row each, of which a tenant keeps the newest.
import { recordActivity } from '../../audit/activity.postgres.ts';
import type { Actor } from '../../audit/activity.ts';
import type { ProbeReport } from '../../directory/connection-report.ts';
import type { CreateId } from '../../ground/identifiers.ts';
import { informAdministrators } from '../../messages/notices/inform-administrators.postgres.ts';
import { type Database, type Queryable, withoutTimeLimits } from '../../postgres/database.ts';
import { isOpen } from '../../postgres/lock-tenant.ts';
import type { Question } from '../../postgres/jobs/shared-poll.postgres.ts';
import {
  type EndedProbe,
  keptProbes,
  type Night,
  type OpenProbe,
  type ProbeStore,
} from './probe-store.ts';
import { changedVerdicts, isChanged, judge, type JudgedAssumption } from './verdicts.ts';

const openColumns = 'probe_id, origin, asked_at, started_at';
const endedColumns = `${openColumns}, finished_at, outcome, failure, assumptions, leftovers_removed, left_behind`;

export function createProbeStore({
  database,
  newId,
}: {
  readonly database: Database;
  readonly newId: CreateId;
}): ProbeStore {
  async function open(tenantId: string): Promise<OpenProbe | undefined> {
    const [row] = await database.query<OpenProbe>(
      `select ${openColumns} from connection_probes where tenant_id = $1 and finished_at is null`,
      [tenantId],
    );
    return row;
  }

  /** The newest probe that saw something. */
  async function lastSeen(queryable: Queryable, tenantId: string) {
    const [row] = await queryable.query<EndedProbe>(
      `select ${endedColumns} from connection_probes
       where tenant_id = $1 and assumptions is not null order by finished_at desc limit 1`,
      [tenantId],
    );
    return row;
  }

  return {
    open,

    async add(tenantId, origin, at, night) {
      await database.query(
        `insert into connection_probes (tenant_id, probe_id, origin, night, asked_at)
         values ($1, $2, $3, $4, date_trunc('milliseconds', $5::timestamptz)) on conflict do nothing`,
        [tenantId, newId(), origin, night ?? null, at],
      );
      return open(tenantId);
    },

    async start(tenantId, probeId, at) {
      await database.query(
        `update connection_probes set started_at = $3
         where tenant_id = $1 and probe_id = $2 and started_at is null`,
        [tenantId, probeId, at],
      );
    },

    async end(tenantId, probeId, how) {
      const { at, outcome, failure = null, leftoversRemoved = 0 } = how;
      await database.query(
        `update connection_probes set finished_at = $3, outcome = $4, failure = $5, leftovers_removed = $6
         where tenant_id = $1 and probe_id = $2 and finished_at is null`,
        [tenantId, probeId, at, outcome, failure, leftoversRemoved],
      );
    },

    finish: (
      tenantId: string,
      probeId: string,
      { report, actor, at }: { report: ProbeReport; actor: Actor; at: Date },
    ) =>
      database.transaction(async (transaction) => {
        const before = (await lastSeen(transaction, tenantId))?.assumptions ?? [];
        const judged = judge(report.assumptions, before, at);
        const { leftoversRemoved, leftBehind } = report;
        await transaction.query(
          `update connection_probes set finished_at = $3, outcome = 'done', assumptions = $4,
             leftovers_removed = $5, left_behind = $6
           where tenant_id = $1 and probe_id = $2`,
          [tenantId, probeId, at, JSON.stringify(judged), leftoversRemoved, leftBehind],
        );
        const changes = changedVerdicts(judged, before);
        await recordActivity(
          transaction,
          changes.map(({ name, verdict, assumed, seen }) => ({
            tenantId,
            occurredAt: at.getTime(),
            actor,
            action: 'connection.assumption_changed',
            subject: { kind: 'tenant', id: tenantId },
            data: { assumption: name, verdict, assumed, seen },
          })),
        );
        const broken = changes.filter(isChanged).map(({ name }) => name);
        if (broken.length > 0) {
          await informAdministrators(transaction, tenantId, {
            kind: 'microsoft_changed',
            data: { reason: broken.join(', ') },
          });
        }
        await transaction.query(
          `delete from connection_probes old
           where old.tenant_id = $1 and old.finished_at < (
             select finished_at from connection_probes where tenant_id = $1 and finished_at is not null
             order by finished_at desc offset $2 limit 1
           ) and old.finished_at < (
             select max(finished_at) from connection_probes where tenant_id = $1 and assumptions is not null
           )`,
          [tenantId, keptProbes - 1],
        );
      }),

    list: (tenantId: string) =>
      database.query<EndedProbe>(
        `select ${endedColumns} from connection_probes
         where tenant_id = $1 and finished_at is not null order by finished_at desc, probe_id limit ${keptProbes}`,
        [tenantId],
      ),

    async tenantsWithOpen() {
      const rows = await database.query<{ tenantId: string }>({
        name: 'connection_probes_open',
        boundary: false,
        text: `select tenant_id from connection_probes where finished_at is null and ${isOpen('tenant_id')} order by asked_at`,
      });
      return rows.map(({ tenantId }) => tenantId);
    },

    withoutProbe: async (nights: readonly Night[]): Promise<readonly Night[]> =>
      nights.length === 0
        ? []
        : database.query<Night>(
            `select n.tenant_id, n.night::text from unnest($1::uuid[], $2::date[]) as n (tenant_id, night)
             where not exists (
               select from connection_probes p where p.tenant_id = n.tenant_id and p.night = n.night
             ) order by n.tenant_id`,
            [nights.map(({ tenantId }) => tenantId), nights.map(({ night }) => night)],
          ),

    lastOf: (tenantIds) =>
      database.query<{ finishedAt: Date; assumptions: readonly JudgedAssumption[] }>(
        `select last.finished_at, last.assumptions from unnest($1::uuid[]) as t (tenant_id)
         cross join lateral (
           select finished_at, assumptions from connection_probes
           where tenant_id = t.tenant_id and assumptions is not null order by finished_at desc limit 1
         ) last`,
        [tenantIds],
      ),

    whileAlone: <T>(tenantId: string, work: () => Promise<T>) =>
      database.transaction(async (transaction) => {
        await withoutTimeLimits(transaction);
        const [lock] = await transaction.query<{ isTaken: boolean }>(
          'select pg_try_advisory_xact_lock(hashtextextended($1, 1)) as is_taken',
          [tenantId],
        );
        return lock?.isTaken === true ? { done: await work() } : undefined;
      }),
  };
}

/** The shared poll calls back whenever a person has asked for a probe. */
export function askForProbes(onAsked: () => void): Question {
  let known: string | null = null;
  return {
    name: 'probes',
    sql: `select max(asked_at)::text from connection_probes where finished_at is null and started_at is null and ${isOpen('tenant_id')}`,
    onAnswer(askedAt) {
      if (askedAt === known) return;
      known = askedAt as string | null;
      if (known !== null) onAsked();
    },
  };
}
