// A tenant whose groups are in any part of their lives, a change of their policy, the forecast of the next twelve months, and
// those months through the time machine: what was foreseen of each group, and what the service did. All of it is drawn.
import assert from 'node:assert/strict';
import { withoutRest } from '../src/ground/turns.ts';
import { backtestLifecycle } from '../src/governance/lifecycle/backtest-lifecycle.postgres.ts';
import type { LifecycleMonths } from '../src/governance/lifecycle/forecast.ts';
import { previewLifecycle } from '../src/governance/lifecycle/preview-lifecycle.postgres.ts';
import { readSteward } from '../src/governance/lifecycle/contacts.postgres.ts';
import type { Tried, TriedChange } from '../src/governance/lifecycle/tried-change.ts';
import { completeNoticeSettings } from '../src/settings/tenants/notice-settings-rules.ts';
import { completePolicy } from '../src/settings/organisations/template-rules.ts';
import { noticeSettingsOf } from '../src/settings/tenants/notice-settings.ts';
import { createAdvance, type Lifecycle, type Policy } from './governance.ts';
import { advanceBy } from './governed-year.ts';
import { eventually } from './eventually.ts';
import { createSeededRandom } from './seeded-random.ts';
import { personIdOf } from './sandbox-people.ts';
import {
  teamRequest,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from './service.ts';

export interface ForecastRun {
  readonly forecast: LifecycleMonths;
  /** The change that was tried, and saved after the forecast. */
  readonly change: TriedChange;
  /** A line for each event, such as `2027-03-28 archived`, by the alias of the group. */
  readonly foreseen: Lines;
  readonly happened: Lines;
  /** The same year, and its last month, when the groups live again by the log. */
  readonly relived: Lines;
  readonly lastMonth: { readonly relived: Lines; readonly happened: Lines };
}

type Lines = Readonly<Record<string, readonly string[]>>;

type Draw = <Value>(values: readonly Value[]) => Value;

function drawLifecycle(draw: Draw): Lifecycle {
  const review = draw([
    undefined,
    undefined,
    { every: 'P90D', within: 'P14D', subjects: ['owners'] },
    { every: 'P120D', within: 'P21D', subjects: ['owners'], unanswered: 'archive' },
  ] as const);
  const deleteAfterArchived = draw([null, 'P45D', 'P90D']);
  return {
    expires: {
      after: draw(review === undefined ? ['P100D', 'P200D', 'P1Y'] : ['P100D', 'P1Y', 'P3Y']),
    },
    remindBefore: draw([['P30D', 'P14D', 'P3D'], ['P14D'], ['P20D', 'P1D']]),
    unanswered: deleteAfterArchived === null ? draw(['archive', 'keep']) : 'archive',
    deleteAfterArchived,
    graceForExisting: draw(['P10D', 'P40D', 'P60D']),
    ...(draw([true, false]) && { spreadExisting: 'P90D' }),
    ...(review && { review: { ...review, subjects: [...review.subjects] } }),
  };
}

/** Nobody uses a group, or everyone does until the end. */
const uses = ['unused', 'used'] as const;

/** @param isBroad with rules about the use of a group and about who answers for it */
function drawPolicy(draw: Draw, isBroad: boolean): Policy {
  const inactivity = draw<Lifecycle['inactivity']>([
    null,
    { after: 'P45D', within: 'P10D', quietFor: 'P90D', unanswered: draw(['keep', 'expire']) },
    { after: 'P60D', within: 'P20D', quietFor: 'P180D' },
  ]);
  const responsibility = draw<NonNullable<Policy['responsibility']> | null>([
    null,
    { beforeLeaveDays: 5, formerResponsible: 'keep' },
    { beforeLeaveDays: 20, graceDays: 10, succession: ['deputy'], formerResponsible: 'remove' },
    {
      succession: ['owners', 'manager', 'steward'],
      graceDays: 0,
      acceptWithinDays: 14,
      formerResponsible: 'member',
    },
  ]);
  return {
    lifecycle: { ...drawLifecycle(draw), ...(isBroad && inactivity && { inactivity }) },
    // Absent, the one that is there would stay.
    responsibility: isBroad ? responsibility : null,
  };
}

/** The kinds of changes, as an administrator saves them. */
export const triedKinds = ['template', 'steward', 'notices'] as const;

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
const stewards = [lena, 'jonas@aare.example', null] as const;

export async function runForecast(
  service: TestService,
  {
    seed,
    groups,
    kind,
    isBroad = false,
  }: {
    readonly seed: number;
    readonly groups: number;
    readonly kind: (typeof triedKinds)[number];
    /** Groups are unused, accounts are closed and leave dates are known, under policies that act on them. */
    readonly isBroad?: boolean;
  },
): Promise<ForecastRun> {
  const random = createSeededRandom(seed);
  const draw: Draw = (values) => {
    const found = values.slice(Math.floor(random() * values.length));
    return found.length > 0 ? (found[0] as (typeof values)[number]) : assert.fail();
  };
  const governance = createAdvance(service);
  const tenant = await service.addTenant();
  await governance.setClock(tenant, nextMorning(await governance.now(tenant)));
  await governance.setPolicy(tenant, drawPolicy(draw, isBroad));
  const aliases = new Map<string, string>();
  const create = async (count: number, use?: (typeof uses)[number]) => {
    for (let n = 0; n < count; n += 1) {
      const alias = `forecast-${aliases.size}`;
      const owners = draw([[], [lena]]);
      const deputy = draw([tomas, tomas, null]);
      const responsible = draw([mara, mara, yuki]);
      const request = teamRequest(alias, { owners, deputy, responsible });
      const teamId = await governance.create(tenant, request);
      aliases.set(teamId, alias);
      if ((use ?? draw(uses)) === 'used') await useUntilTheEnd(service, teamId);
    }
  };
  await addAdministrator(service, tenant);
  // Everyone answers for a group, and so is known: the time machine waits a day for people who are read first.
  const watch = async (alias: string, responsible: string, deputy: string) => {
    const request = teamRequest(`forecast-${alias}`, { responsible, deputy });
    const teamId = await governance.create(tenant, request);
    aliases.set(teamId, alias);
    return teamId;
  };
  await watch('watched', lena, yuki);
  await create(Math.ceil(groups / 2));
  await advanceBy(service, tenant, draw(['P80D', 'P150D', 'P210D']));
  // A younger group would become unused in the year.
  await create(Math.floor(groups / 2), 'used');
  if (isBroad) {
    // Groups of theirs may be deleted by now, and then nobody looks at their accounts.
    await useUntilTheEnd(service, await watch('changed', mara, tomas));
    await changePeople(service, tenant, draw);
  }
  for (const teamId of aliases.keys()) await change(service, tenant, teamId, draw);
  await governance.settled(tenant);
  await advanceBy(service, tenant, draw(['P3D', 'P40D']));
  for (const teamId of aliases.keys()) {
    // Most are on no hold.
    if (draw([true, false]))
      await service.call(tenant, `/teams/${teamId}/hold`, { method: 'DELETE' });
  }
  // The day of the release counts for what it makes due.
  await governance.runDue(tenant);
  await governance.setClock(tenant, nextMorning(await governance.now(tenant)));
  await governance.runDue(tenant);

  const drawNext = () => drawPolicy(draw, isBroad);
  const { change: tried, save } = await drawChange(service, tenant, kind, draw, drawNext);
  const forecast = await forecastOf(service, tenant, tried);
  await save();
  await governance.runDue(tenant);
  await advanceBy(service, tenant, 'P1Y');
  const saved = await triedOf(service, tenant, tried);
  const now = await governance.now(tenant);
  const monthAgo = new Date(now.getTime() - 31 * 86_400_000);
  const relive = async (since: Date) => {
    const found = await backtestLifecycle(service.at.database, saved, withoutRest, 1_000, since);
    return linesOf(namedEvents(found ?? assert.fail()), aliases);
  };
  const happened = await eventsOf(service, tenant, forecast);
  return {
    forecast,
    change: tried,
    foreseen: linesOf(namedEvents(forecast), aliases),
    happened: linesOf(happened, aliases),
    relived: await relive(forecast.from),
    lastMonth: {
      relived: await relive(monthAgo),
      happened: linesOf(
        happened.filter(({ at }) => at > monthAgo),
        aliases,
      ),
    },
  };
}

/** The year of each group is the one that was foreseen and the one that its log gives again; the sums are those of the groups. */
export function assertForesaw(
  { forecast, change: tried, foreseen, happened, relived, lastMonth }: ForecastRun,
  seed: number,
): void {
  const message = `seed ${seed}: ${JSON.stringify(tried)}`;
  assert.deepEqual(foreseen, happened, message);
  assert.deepEqual(relived, happened, message);
  assert.deepEqual(lastMonth.relived, lastMonth.happened, message);
  const count = (...events: readonly string[]) =>
    Object.values(happened)
      .flat()
      .filter((line) => events.some((event) => line.endsWith(` ${event}`))).length;
  assert.deepEqual(
    [
      forecast.questions,
      forecast.reminders,
      forecast.archived,
      forecast.deleted,
      forecast.expired,
      forecast.handedOver,
    ],
    [
      count('renewal', 'review', 'idle', 'responsibility'),
      count('reminder'),
      count('archived'),
      count('deleted'),
      count('expired'),
      count('handover'),
    ],
    message,
  );
}

/** Someone can always be asked. */
async function addAdministrator({ at }: TestService, { tenantId }: TestTenant): Promise<void> {
  await at.database.query(
    `insert into administrators (tenant_id, administrator_id, email, role, source, created_at, created_by)
    values ($1, gen_random_uuid(), 'admin@aare.example', 'administrator', 'list', now(), 'test')`,
    [tenantId],
  );
}

async function useUntilTheEnd({ at }: TestService, teamId: string): Promise<void> {
  await at.database.query(
    `update sandbox_groups set facts = facts || jsonb_build_object('lastUsedOn', (current_date + 3000)::text)
    where marker = $1`,
    [teamId],
  );
}

/** Accounts are closed, and leave dates become known. Two of them at most: more would be a mass departure. */
async function changePeople(service: TestService, tenant: TestTenant, draw: Draw): Promise<void> {
  const governance = createAdvance(service);
  const now = await governance.now(tenant);
  for (const email of [mara, tomas]) {
    const change = draw([
      {},
      {},
      { enabled: false },
      { leavesOn: dayIn(now, draw([30, 100, 250])) },
      { managerEmail: yuki, enabled: false },
    ]);
    const personId = await personIdOf(service.at.database, tenant, email);
    await service.change(({ sandboxPeople }) =>
      sandboxPeople.change(testOperator, tenant.tenantId, personId, {
        email,
        name: email,
        ...change,
      }),
    );
  }
  await eventually(async () => {
    // The service looks twice a minute by itself.
    await service.service.runDue();
    const unread = await service.at.database.query(
      `select from sandbox_people p left join watched_people w on w.tenant_id = p.tenant_id and w.person_id = p.person_id::text
      where p.tenant_id = $1 and p.email = any ($2) and (w.person_id is null or (w.unavailable_reason is null) <> p.enabled
        or w.leaves_on::date is distinct from p.leaves_on) limit 1`,
      [tenant.tenantId, [mara, tomas]],
    );
    return unread.length === 0;
  }, 'the service has read the people');
  await governance.runDue(tenant);
}

function dayIn(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

function namedEvents({ named }: LifecycleMonths): readonly FoundEvent[] {
  return named.flatMap(({ teamId, events }) =>
    events.map(({ at, event }) => ({ teamId, at, event })),
  );
}

/** 10:00 UTC: the time machine stops at full hours, and none of what follows comes to lie on another day by that. */
function nextMorning(time: Date): Date {
  const dayMs = 86_400_000;
  return new Date((Math.floor(time.getTime() / dayMs) + 1) * dayMs + (10 * dayMs) / 24);
}

/** It changes what people change, or nothing. */
async function change(
  service: TestService,
  tenant: TestTenant,
  teamId: string,
  draw: Draw,
): Promise<void> {
  const [method, path, body] = draw([
    ['PUT', 'hold', { reason: 'Lawsuit' }],
    ['POST', 'renewal', {}],
    ['POST', 'archive', {}],
    [],
    [],
    [],
    [],
  ] as const);
  // A group that is deleted, or archived already, refuses it.
  if (path !== undefined) await service.call(tenant, `/teams/${teamId}/${path}`, { method, body });
}

/** A change of the kind, and how it is saved. */
async function drawChange(
  service: TestService,
  tenant: TestTenant,
  kind: (typeof triedKinds)[number],
  draw: Draw,
  drawNext: () => Policy,
): Promise<{ readonly change: TriedChange; readonly save: () => Promise<void> }> {
  const { tenantId, organisationId } = tenant;
  const governance = createAdvance(service);
  if (kind === 'template') {
    const policy = drawNext();
    const change = { kind, policy: completePolicy(policy, undefined) } as const;
    return { change, save: () => governance.setPolicy(tenant, policy) };
  }
  if (kind === 'steward') {
    const reference = draw(stewards);
    const steward =
      reference === null ? undefined : await readSteward(service.at.database, tenantId, reference);
    const save = async () => {
      await service.change(async ({ stores, organisations }) => {
        const all = await stores.organisations.list(tenantId);
        const found = all.find((one) => one.organisationId === organisationId);
        assert.ok(found);
        const { name, identifier } = found;
        const input = { name, identifier, steward: reference };
        await organisations.change(testOperator, tenantId, organisationId, undefined, input);
      });
      await service.service.refresh();
    };
    return { change: { kind, steward }, save };
  }
  const input = {
    sender: draw(['outbox', 'outbox', 'none'] as const),
    timeZone: draw(['UTC', 'America/New_York', 'Pacific/Auckland', 'Asia/Tokyo']),
    hour: draw([0, 8, 17, 23]),
  };
  const save = async () => {
    await service.change(async ({ stores, tenants }) => {
      const found = await stores.tenants.find(tenantId);
      assert.ok(found && found.directory.kind === 'sandbox');
      const { name, directory } = found;
      await tenants.change(testOperator, tenantId, undefined, { name, directory, notices: input });
    });
    await service.service.refresh();
  };
  return { change: { kind, notices: completeNoticeSettings(input) }, save };
}

/** The scope is what the kind of change reaches, with the notices of the tenant as they are. */
async function triedOf(
  { change: changeSettings }: TestService,
  { tenantId, organisationId, templateIds }: TestTenant,
  change: TriedChange,
): Promise<Tried> {
  const found = await changeSettings(({ stores }) => stores.tenants.find(tenantId));
  assert.ok(found);
  const scope =
    change.kind === 'template'
      ? { templateId: templateIds.any }
      : change.kind === 'steward'
        ? { organisationId }
        : {};
  return { tenantId, ...scope, change, settings: noticeSettingsOf(found) };
}

async function forecastOf(
  service: TestService,
  tenant: TestTenant,
  change: TriedChange,
): Promise<LifecycleMonths> {
  const tried = await triedOf(service, tenant, change);
  const { forecast } = await previewLifecycle(service.at.database, tried, withoutRest, {
    forecast: 1_000,
  });
  return forecast ?? assert.fail();
}

interface FoundEvent {
  readonly teamId: string;
  readonly at: Date;
  readonly event: string;
}

/** The log and the messages have the events, between the dates of the forecast. */
async function eventsOf(
  { at }: TestService,
  { tenantId }: TestTenant,
  { from, until }: LifecycleMonths,
): Promise<readonly FoundEvent[]> {
  return at.database.query<FoundEvent>(
    `select * from (
      select a.subject_id::uuid as team_id, governance_time(a.tenant_id, a.occurred_at) as at,
        case
          when a.action = 'task.opened' and a.data ->> 'kind' = 'review' then 'review'
          when a.action = 'task.opened' and a.data ->> 'kind' = 'renew' then 'renewal'
          when a.action = 'task.opened' and a.data ->> 'kind' = 'still_needed' then 'idle'
          when a.action = 'task.opened' then 'responsibility'
          when a.action in ('task.reminded', 'task.escalated') then 'reminder'
          when a.action = 'group.handed_over' then 'handover'
          when a.action = 'group.expired' and a.data ->> 'outcome' <> 'archive_requested' then 'expired'
          when a.action = 'group.archived' then 'archived'
          when a.action = 'group.deleted' then 'deleted'
        end as event
      from activity a where a.tenant_id = $1 and a.subject_kind = 'group'
      union all
      select distinct n.team_id, n.created_at, 'warning' from notices n
      where n.tenant_id = $1 and n.kind = 'deletes_soon'
    ) found
    where event is not null and at > $2 and at <= $3`,
    [tenantId, from, until],
  );
}

/** Each archiving and deletion comes a moment after its date: the day counts. */
function linesOf(
  events: readonly FoundEvent[],
  aliases: ReadonlyMap<string, string>,
): Readonly<Record<string, readonly string[]>> {
  const lines: Record<string, string[]> = {};
  for (const { teamId, at, event } of events) {
    (lines[aliases.get(teamId) ?? teamId] ??= []).push(`${at.toISOString().slice(0, 10)} ${event}`);
  }
  for (const ofGroup of Object.values(lines)) ofGroup.sort();
  return lines;
}
