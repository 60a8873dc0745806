// A sandbox whose governance clock is put forward, from due date to due date, as its time machine does.
import assert from 'node:assert/strict';
import type { Queryable } from '../src/postgres/database.ts';
import type { TemplateInput } from '../src/settings/organisations/template-input.schema.ts';
import { testOperator, type TestService, type TestTenant } from './service.ts';

export type Policy = NonNullable<TemplateInput['policy']>;
type Properties = TemplateInput['properties'];
export type Lifecycle = NonNullable<Policy['lifecycle']>;

export interface Advance {
  /** It belongs to the template `any`, as the next does. */
  setPolicy(tenant: TestTenant, policy: Policy, properties?: Properties): Promise<void>;
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
  /** The earliest date of any work, also of a message to people. */
  nextDueAt(tenant: TestTenant): Promise<Date | undefined>;
  /** How often notices of each kind were written about the group. */
  noticesOf(tenant: TestTenant, teamId: string): Promise<Readonly<Record<string, number>>>;
  /** All that explains the state of a group, for the message of an assertion. Times are by the governance clock. */
  storyOf(tenant: TestTenant, teamId: string): Promise<string>;
}

const dayMs = 86_400_000;

/**
 * A minute later, but not before 10:00 UTC, which is after the hour of messages: from then on, each day has one such hour in
 * it. A group that was created just before is still new (`governance/lifecycle/present-state.ts`).
 */
export function afterMessages(time: Date): Date {
  // The minute may end on the next day.
  const later = time.getTime() + 60_000;
  const morning = later - (later % dayMs) + (10 * dayMs) / 24;
  return new Date(Math.max(morning, later));
}

/**
 * Moves the governance clock of a sandbox as its time machine does, so that the moments of groups move with it.
 * @param to a time, or by how much in words of PostgreSQL, such as `2 days`
 */
export async function moveClock(
  database: Queryable,
  tenantId: string,
  to: Date | string,
): Promise<void> {
  const values = typeof to === 'string' ? [null, to] : [to, null];
  await database.query(
    `with moved as (
      update tenants
      set governance_offset = coalesce($2::timestamptz - now(), governance_offset + $3::interval)
      where tenant_id = $1
      returning tenant_id, governance_offset
    )
    insert into governance_advances (tenant_id, at, ahead)
    select tenant_id, now(), governance_offset from moved`,
    [tenantId, ...values],
  );
}

export function createAdvance(service: TestService): Advance {
  const { database } = service.at;

  async function isUnsettled({ tenantId }: TestTenant): Promise<boolean> {
    const left = await database.query(
      `select from provisionings where tenant_id = $1 and status in ('accepted', 'running')
      union all select from operations where tenant_id = $1 and status in ('accepted', 'running')
      limit 1`,
      [tenantId],
    );
    return left.length > 0;
  }

  async function settled(tenant: TestTenant): Promise<void> {
    while (await isUnsettled(tenant)) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async function nextDueAt({ tenantId }: TestTenant): Promise<Date | undefined> {
    return await service.service.nextDueAt(tenantId);
  }

  async function setClock({ tenantId }: TestTenant, time: Date): Promise<void> {
    await moveClock(database, tenantId, time);
    await service.service.refresh();
  }

  async function now({ tenantId }: TestTenant): Promise<Date> {
    const [row] = await database.query<{ now: Date }>('select governance_now($1) as now', [
      tenantId,
    ]);
    return row?.now ?? new Date(0);
  }

  /**
   * The service looks by itself, too: what it has begun ends before the clock of the test moves on. Groups may be assessed
   * already whose messages are not sent yet.
   */
  async function isInOtherHands({ tenantId }: TestTenant, dueAt: Date | undefined) {
    const [state] = await database.query<{ now: Date; isBusy: boolean }>(
      `select governance_now($1) as now,
        exists (select from notice_channels where tenant_id = $1 and claimed_until > now())
        or exists (
          select from provisionings where tenant_id = $1 and status in ('accepted', 'running')
        )
        or exists (select from operations where tenant_id = $1 and status in ('accepted', 'running'))
        as is_busy`,
      [tenantId],
    );
    assert.ok(state);
    return state.isBusy || (dueAt !== undefined && dueAt <= state.now);
  }

  /** @returns the earliest date after it */
  async function runUntilNext(tenant: TestTenant): Promise<Date | undefined> {
    for (;;) {
      await service.service.runDue();
      await settled(tenant);
      const dueAt = await nextDueAt(tenant);
      if (!(await isInOtherHands(tenant, dueAt))) return dueAt;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function runDue(tenant: TestTenant): Promise<void> {
    await runUntilNext(tenant);
  }

  async function setPolicy(
    { tenantId, templateIds }: TestTenant,
    policy: Policy,
    properties?: Properties,
  ): Promise<void> {
    await service.change(({ templates }) =>
      templates.change(testOperator, tenantId, templateIds.any, undefined, {
        name: 'Any',
        identifier: 'any',
        mailNicknamePattern: '',
        displayNamePattern: '',
        ...(properties && { properties }),
        policy,
      }),
    );
    await service.service.refresh();
  }

  return {
    settled,
    nextDueAt,
    setClock,
    now,
    runDue,

    setPolicy,

    setLifecycle(tenant, lifecycle, notices = null) {
      const { property } = lifecycle?.expires ?? {};
      const properties = property == null ? undefined : { [property]: { type: 'date' } as const };
      return setPolicy(tenant, { lifecycle, notices }, properties);
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
      let due = await runUntilNext(tenant);
      while (due !== undefined && due <= target) {
        const at = Math.max(due.getTime(), (await now(tenant)).getTime()) + 1_000;
        await setClock(tenant, new Date(at));
        due = await runUntilNext(tenant);
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

    async storyOf({ tenantId }, teamId) {
      const [story] = await database.query(
        `select governance_now($1) as now,
          (select due_at from governed_groups where tenant_id = $1 and team_id = $2) as due_at,
          (select to_jsonb(l) from group_lifecycles l where tenant_id = $1 and team_id = $2) as lifecycle,
          (
            select jsonb_agg(jsonb_build_object('kind', o.kind, 'status', o.status, 'error', o.error,
              'acceptedAt', governance_time($1, o.created_at)) order by o.number)
            from operations o where tenant_id = $1 and team_id = $2
          ) as operations,
          (
            select jsonb_agg(jsonb_build_object('kind', n.kind, 'to', n.email, 'createdAt', n.created_at,
              'message', m.state, 'endedAt', governance_time($1, m.finished_at)) order by n.created_at)
            from notices n
            left join notice_messages m on m.tenant_id = n.tenant_id and m.message_id = n.message_id
            where n.tenant_id = $1 and n.team_id = $2
          ) as notices`,
        [tenantId, teamId],
      );
      return JSON.stringify(story, null, 2);
    },
  };
}
