// A sandbox whose governance clock is put forward, from due date to due date, as its time machine does.
import assert from 'node:assert/strict';
import type { TemplateInput } from '../src/organisations/template-input.schema.ts';
import { testOperator, type TestService, type TestTenant } from './service.ts';

type Policy = NonNullable<TemplateInput['policy']>;
export type Lifecycle = NonNullable<Policy['lifecycle']>;

export interface Advance {
  /** Of the template `any`. */
  setLifecycle(
    tenant: TestTenant,
    lifecycle: Lifecycle | null,
    notices?: Policy['notices'],
  ): Promise<void>;
  /** Creates a group and waits until it exists. */
  create(tenant: TestTenant, request: object): Promise<string>;
  /** Resolves when every creation and operation of the tenant has ended. */
  settled(tenant: TestTenant): Promise<void>;
  /** Does what is due now. */
  runDue(tenant: TestTenant): Promise<void>;
  advance(tenant: TestTenant, days: number): Promise<void>;
  now(tenant: TestTenant): Promise<Date>;
  setClock(tenant: TestTenant, time: Date): Promise<void>;
  nextDueAt(tenant: TestTenant): Promise<Date | undefined>;
  /** How often notices of each kind were written about the group. */
  noticesOf(tenant: TestTenant, teamId: string): Promise<Readonly<Record<string, number>>>;
}

const dayMs = 86_400_000;

/**
 * A minute later, but not before 10:00 UTC, which is after the hour of messages: from then on, each day has one such hour in
 * it. A group that was created just before is still new (`lifecycle/present-state.ts`).
 */
export function afterMessages(time: Date): Date {
  // The minute may end on the next day.
  const later = time.getTime() + 60_000;
  const morning = later - (later % dayMs) + (10 * dayMs) / 24;
  return new Date(Math.max(morning, later));
}

export function createAdvance(service: TestService): Advance {
  const { database } = service.at;

  async function settled({ tenantId }: TestTenant): Promise<void> {
    for (;;) {
      const [row] = await database.query<{ left: number }>(
        `select (select count(*) from provisionings where tenant_id = $1 and status in ('accepted', 'running'))::integer
          + (select count(*) from operations where tenant_id = $1 and status in ('accepted', 'running'))::integer as left`,
        [tenantId],
      );
      if (row?.left === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function nextDueAt({ tenantId }: TestTenant): Promise<Date | undefined> {
    const [row] = await database.query<{ at: Date | null }>(
      'select min(due_at) as at from governed_groups where tenant_id = $1',
      [tenantId],
    );
    return row?.at ?? undefined;
  }

  async function setClock({ tenantId }: TestTenant, time: Date): Promise<void> {
    await database.query(
      `with advanced as (
        update tenants set governance_offset = $2::timestamptz - now() where tenant_id = $1
        returning tenant_id, governance_offset
      )
      insert into governance_advances (tenant_id, at, ahead)
      select tenant_id, now(), governance_offset from advanced`,
      [tenantId, time],
    );
    await service.service.refresh();
  }

  async function now({ tenantId }: TestTenant): Promise<Date> {
    const [row] = await database.query<{ now: Date }>('select governance_now($1) as now', [
      tenantId,
    ]);
    return row?.now ?? new Date(0);
  }

  /** The service looks by itself, too: what it has begun ends before the clock of the test moves on. */
  async function isInOtherHands({ tenantId }: TestTenant): Promise<boolean> {
    const begun = await database.query(
      `select from governed_groups where tenant_id = $1 and due_at <= governance_now($1)
      union all select from notice_channels where tenant_id = $1 and claimed_until > now()
      limit 1`,
      [tenantId],
    );
    return begun.length > 0;
  }

  /**
   * Whether the service holds groups of the tenant at this moment. They are due until it commits, and messages about them
   * may be due only then.
   */
  async function isAtWork({ tenantId }: TestTenant): Promise<boolean> {
    const held = await database.query(
      `with free as (
        select team_id from governed_groups where tenant_id = $1 and due_at <= governance_now($1)
        for update skip locked
      )
      select from governed_groups where tenant_id = $1 and due_at <= governance_now($1)
        and team_id not in (select team_id from free)
      limit 1`,
      [tenantId],
    );
    return held.length > 0;
  }

  async function runDue(tenant: TestTenant): Promise<void> {
    for (;;) {
      const wasAtWork = await isAtWork(tenant);
      await service.service.runDue();
      await settled(tenant);
      if (!wasAtWork && !(await isInOtherHands(tenant))) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  return {
    settled,
    nextDueAt,
    setClock,
    now,
    runDue,

    async setLifecycle({ tenantId, templateIds }, lifecycle, notices = null) {
      await service.change(async ({ templates, stores }) => {
        const found = (await stores.templates.list(tenantId)).find(
          ({ templateId }) => templateId === templateIds.any,
        );
        assert.ok(found !== undefined);
        const { name, identifier, mailNicknamePattern, displayNamePattern, version } = found;
        await templates.change(testOperator, tenantId, templateIds.any, version, {
          name,
          identifier,
          mailNicknamePattern,
          displayNamePattern,
          policy: { lifecycle, notices },
        });
      });
      await service.service.refresh();
    },

    async create(tenant, body) {
      const answer = await service.call(tenant, '/teams', {
        method: 'POST',
        body,
        headers: { prefer: 'wait=30' },
      });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      await settled(tenant);
      return (answer.body as { teamId: string }).teamId;
    },

    async advance(tenant, days) {
      const target = new Date((await now(tenant)).getTime() + days * dayMs);
      await runDue(tenant);
      for (let due = await nextDueAt(tenant); due !== undefined && due <= target;) {
        const at = Math.max(due.getTime(), (await now(tenant)).getTime()) + 1_000;
        await setClock(tenant, new Date(at));
        await runDue(tenant);
        due = await nextDueAt(tenant);
      }
      await setClock(tenant, target);
      await runDue(tenant);
    },

    async noticesOf({ tenantId }, teamId) {
      const rows = await database.query<{ kind: string; count: number }>(
        `select kind, count(distinct created_at)::integer as count from notices
        where tenant_id = $1 and team_id = $2 group by kind`,
        [tenantId, teamId],
      );
      return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
    },
  };
}
