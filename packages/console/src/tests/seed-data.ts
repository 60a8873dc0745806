// A tenant as it looks after a month of use, so that every page has something to show: the demo's organisations,
// templates and people, groups in every state, keys, webhooks that work and that do not, administrators.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../service/src/ground/clock.ts';
import { setUpDemo } from '../../../service/src/app/demo/set-up-demo.ts';
import { createIdGenerator } from '../../../service/src/ground/identifiers.ts';
import { startReceiver } from '../../../service/testing/receiver.ts';
import type { GroupProgress } from '../api/types.ts';
import { creationEnds, type Pages, tokenOf } from './pages.ts';

const dayMs = 86_400_000;

type GroupName =
  | 'succeeded'
  | 'failed'
  | 'running'
  | 'accepted'
  | 'large'
  | 'retried'
  | 'archived'
  | 'deleted'
  | 'plain'
  | 'drifted';

export interface SeedData {
  readonly groups: Readonly<Record<GroupName, string>>;
  readonly organisationId: string;
  readonly templateId: string;
  readonly webhooks: Readonly<Record<'healthy' | 'failing' | 'disabled', string>>;
  close(this: void): Promise<void>;
}

/** Settings of a service with seed data: it sends webhooks to loopback, and no comparison replaces the observations. */
export const seededService = {
  WEBHOOK_NETWORKS: 'loopback',
  RECONCILIATION_INTERVAL_MINUTES: 'off',
} as const;

/** @param pages of a service with the settings `seededService` */
export async function createSeedData(pages: Pages): Promise<SeedData> {
  const { service, admin } = pages;
  const { database, tenantId } = service;
  const demo = await setUpDemo(
    {
      database,
      tenantId,
      clock: systemClock,
      createId: createIdGenerator({ clock: systemClock, randomBytes }),
      randomBytes,
    },
    () => undefined,
  );
  await service.service.refresh();
  const token = await tokenOf(service, demo.keyId, demo.secret);
  const [responsible = '', deputy = ''] = demo.people;

  const create = async (
    alias: string,
    displayName: string,
    template: string,
    more: object = {},
  ) => {
    const response = await fetch(`${service.baseUrl}/teams`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        displayName,
        mailNickName: alias,
        responsible,
        deputy,
        organisationIdOrIdentifier: demo.organisation,
        templateIdOrIdentifier: template,
        owners: [],
        members: [],
        ...more,
      }),
    });
    const answer = (await response.json()) as { teamId: string };
    if (response.status !== 200) throw new Error(JSON.stringify(answer));
    return answer.teamId;
  };
  const until = async (teamId: string, holds: (progress: GroupProgress) => boolean) => {
    for (;;) {
      const { body } = await admin.get(`teams/${teamId}`);
      if (holds(body.creation)) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const isOver = (teamId: string) => creationEnds(pages, teamId);

  // Refused: the request log shows it.
  await create('Prj Harbour!', '', 'project').catch(() => undefined);
  const webhooks = await addWebhooks(pages);
  const succeeded = await create('prj-harbour', 'Project harbour', 'project', {
    description: 'Deepening of the southern basin, with the authorities at the table.',
  });
  const large = await create('rollout-tromso', 'Rollout tromso', 'rollout', {
    members: demo.people.slice(2),
  });
  const failed = await create('prj-orchard', 'Project orchard', 'project', {
    members: ['nobody.here@nordlicht.example', 'petra.zimmermann@nordlicht.example'],
  });
  const retried = await create('committee-audit', 'Committee on audit and risk', 'committee', {
    members: ['left.last.year@nordlicht.example'],
  });
  const plain = await create('list-all-hands', 'All hands', 'mailing-list');
  const archived = await create('prj-quarry', 'Project quarry', 'project');
  const deleted = await create('prj-pier', 'Project pier', 'project');
  const drifted = await create(
    'spring-fair',
    'Spring fair of the southern region, with partners and guests',
    'team',
  );
  const ferry = await create('prj-ferry', 'Project ferry', 'project', {
    responsible: 'beatriz.santos@nordlicht.example',
    deputy: 'dmytro.shevchenko@nordlicht.example',
  });
  await Promise.all(
    [succeeded, large, failed, retried, plain, archived, deleted, drifted, ferry].map(isOver),
  );
  const { body: second } = await admin.call('POST', `teams/${retried}/retry`);
  await isOver(second.teamId);

  await changeTemplate(pages, 'rollout');
  await addHistory(pages, succeeded, failed);
  const [, , third = '', fourth = ''] = demo.people;
  await operate(pages, archived, 'PATCH', '', {
    description: 'Closed: the stone is on its way.',
    responsible: third,
    members: { add: [fourth] },
  });
  const members = [third, fourth, 'new.hire@nordlicht.example'].map((person) => ({ person }));
  await admin.call('PUT', `teams/${large}/rosters/hr`, { members }, { prefer: 'wait=20' });
  await operate(pages, archived, 'POST', '/archive', { reason: 'Project closed by the board' });
  await operate(pages, deleted, 'DELETE', '?reason=No%20longer%20needed');
  // Only teams can be archived.
  await operate(pages, plain, 'POST', '/archive', {});
  await admin.call('POST', 'sandbox/groups', {
    displayName: 'Project lantern',
    mailNickName: 'prj-lantern',
    owners: [demo.people[0]],
  });
  await addObservations(pages, { succeeded, drifted, ferry });
  await addApproval(pages, () => create('forum-quay', 'Project quay', 'forum'));
  await pauseFollowing(pages);
  await addGovernance(pages, { succeeded, archived, drifted, plain, large, ferry });
  await addReview(pages, plain);
  await addTasks(pages, { renew: succeeded, name_deputy: plain, take_over: large });
  await addMessage(pages, succeeded);
  await admin.call('POST', 'batches', {
    kind: 'release',
    groups: [archived, plain].map((teamId) => ({ teamId })),
  });
  await addKeys(pages);
  await addAdministrators(pages);
  const { body: directory } = await admin.get('directory');
  await admin.call(
    'PUT',
    'directory/sandbox',
    { replicationDelayMs: 0, teamCreationMs: 900_000 },
    { 'if-match': `"${directory.etag}"` },
  );
  const running = await create('prj-lighthouse', 'Project lighthouse', 'project');
  await until(running, (status) => status.steps.some((step) => step.status === 'waiting'));
  const releaseLane = await holdLane(pages);
  const accepted = await create('prj-aurora', 'Project aurora', 'project');
  const { body: organisations } = await admin.get('organisations');
  const [organisation] = organisations.items;
  return {
    groups: {
      succeeded,
      large,
      failed,
      retried,
      running,
      accepted,
      archived,
      deleted,
      plain,
      drifted,
    },
    organisationId: organisation.organisationId,
    templateId: organisation.templates.find(
      ({ identifier }: { identifier: string }) => identifier === 'rollout',
    ).templateId,
    webhooks: webhooks.ids,
    async close() {
      await Promise.all([releaseLane(), webhooks.close()]);
    },
  };
}

/** Requests an operation on a group and waits for its end. */
async function operate(
  { admin }: Pages,
  teamId: string,
  method: 'PATCH' | 'POST' | 'DELETE',
  action: string,
  body?: object,
): Promise<void> {
  const { body: group } = await admin.get(`teams/${teamId}`);
  const headers = { 'if-match': `"${group.etag}"` };
  const answer = await admin.call(method, `teams/${teamId}${action}`, body, headers);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  for (;;) {
    const { body: operations } = await admin.get(`teams/${teamId}/operations`);
    if (operations.items[0].completedAt !== null) return;
    await sleep(20);
  }
}

/** A reconciliation would write these: a group as recorded, one that was changed, and one that nobody owns. */
async function addObservations(
  { service: { database, tenantId } }: Pages,
  groups: Readonly<Record<'succeeded' | 'drifted' | 'ferry', string>>,
): Promise<void> {
  const add = (
    teamId: string,
    {
      seen = {},
      drift = [],
      findings = [],
    }: { seen?: object; drift?: object[]; findings?: string[] },
  ) =>
    database.query(
      `insert into team_observations
         (tenant_id, team_id, seen_at, details_seen_at, observed, drift, findings, record_version, read_due_at)
       select tenant_id, team_id, now() - interval '40 minutes', now() - interval '9 hours',
         jsonb_build_object('displayName', display_name, 'description', description, 'visibility', 'private',
           'kind', policy ->> 'kind', 'archived', false, 'ownerIds', '["1", "2"]'::jsonb, 'memberCount', 12, 'guestCount', 1,
           'responsible', 'enabled', 'deputy', 'enabled') || $3, $4, $5, version, now() + interval '1 day'
       from teams where tenant_id = $1 and team_id = $2
       on conflict (tenant_id, team_id) do update
       set (seen_at, details_seen_at, observed, drift, findings, record_version, read_due_at) =
         (excluded.seen_at, excluded.details_seen_at, excluded.observed, excluded.drift, excluded.findings,
          excluded.record_version, excluded.read_due_at)`,
      [tenantId, teamId, JSON.stringify(seen), JSON.stringify(drift), findings],
    );
  await add(groups.succeeded, {});
  const expected = 'Spring fair of the southern region, with partners and guests';
  await add(groups.drifted, {
    seen: { displayName: 'Fun corner', visibility: 'public' },
    drift: [
      { property: 'displayName', expected, observed: 'Fun corner' },
      { property: 'visibility', expected: 'private', observed: 'public' },
      { property: 'deputy', expected: 'mateusz.kowalski@nordlicht.example', observed: null },
    ],
  });
  await add(groups.ferry, {
    seen: { ownerIds: [], responsible: 'gone', deputy: 'disabled' },
    drift: [{ property: 'owners', expected: 1, observed: 0 }],
    findings: ['ownerless', 'responsible_unavailable', 'deputy_unavailable'],
  });
}

/**
 * Until a person changes, nobody is followed: it would have the groups assessed, and the assessment would correct what
 * is added next. Waits for the assessments in progress.
 */
async function pauseFollowing({ service: { database, tenantId } }: Pages): Promise<void> {
  await database.query(
    `insert into followed_people (tenant_id, due_at, checks_all_at) values ($1, 'infinity', 'infinity')
     on conflict (tenant_id) do update set due_at = 'infinity', checks_all_at = 'infinity'`,
    [tenantId],
  );
  for (;;) {
    const waiting = await database.query(
      `select from changed_responsibilities where tenant_id = $1
       union all select from governed_groups where tenant_id = $1 and due_at <= now()`,
      [tenantId],
    );
    if (waiting.length === 0) return;
    await sleep(100);
  }
}

/** The tick would write these: dates, a hold, and groups whose responsibility is not held. */
async function addGovernance(
  { service: { database, tenantId } }: Pages,
  groups: Readonly<
    Record<'succeeded' | 'archived' | 'drifted' | 'plain' | 'large' | 'ferry', string>
  >,
): Promise<void> {
  await database.query(
    `insert into group_lifecycles (tenant_id, team_id, expires_at, policy_version, renewals, reminders,
       cycle_started_at, archived_since, deletes_at)
     values ($1, $2, now() + interval '12 days', 1, 2, 1, now(), null, null),
       ($1, $3, now() - interval '20 days', 1, 0, 3, now(), now() - interval '20 days', now() + interval '10 days'),
       ($1, $4, now() + interval '40 days', 1, 0, 0, now(), null, null)`,
    [tenantId, groups.succeeded, groups.archived, groups.drifted],
  );
  await database.query(
    `insert into group_holds (tenant_id, team_id, reason, held_by, held_at)
     values ($1, $2, 'Court case 2026/114: nothing may be deleted',
       '{"kind": "administrator", "id": "ada@nordlicht.example"}', now() - interval '3 days')`,
    [tenantId, groups.drifted],
  );
  await database.query(
    `insert into group_responsibility (tenant_id, team_id, state, since, memory)
     values ($1, $2, 'vacant', now() - interval '9 days', '{}'),
       ($1, $3, 'deputy_vacant', now() - interval '4 days', '{}'),
       ($1, $4, 'shaky', now() - interval '1 day', '{}')`,
    [tenantId, groups.large, groups.plain, groups.ferry],
  );
  await database.query(
    `insert into review_dates (tenant_id, team_id, next_at)
     values ($1, $2, now() + interval '70 days')`,
    [tenantId, groups.succeeded],
  );
  // As if the template asked: the responsible person has accepted, and the deputy is asked.
  await database.query(
    `insert into acceptances (tenant_id, team_id, role, person_id, state)
     select tenant_id, team_id, 'responsible', lower(responsible_id), 'accepted'
     from team_search where tenant_id = $1 and team_id = $2
     union all select tenant_id, team_id, 'deputy', lower(deputy_id), 'asked'
     from team_search where tenant_id = $1 and team_id = $2 and deputy_id is not null`,
    [tenantId, groups.succeeded],
  );
  await database.query(
    `insert into watched_people (tenant_id, person_id, email, display_name, checked_at, unavailable_reason,
       unavailable_since)
     select $1, p.person_id::text, p.email, p.display_name, now(), case when gone then 'disabled' end,
       case when gone then now() - interval '9 days' end
     from (
       select person_id, email, display_name, person_id::text in (
         select responsible_id from team_search where tenant_id = $1 and team_id = any ($2::uuid[])
       ) as gone
       from sandbox_people where tenant_id = $1
     ) p
     on conflict do nothing`,
    [tenantId, [groups.ferry]],
  );
}

export const seededReviewId = '0198c0de-0000-7000-8000-00000000a77e';

/** A review that someone has begun to answer. */
async function addReview(
  { service: { database, tenantId } }: Pages,
  teamId: string,
): Promise<void> {
  const people = [
    { personId: 'p1', email: 'ann@partner.example', displayName: 'Ann Baker', role: 'guest' },
    { personId: 'p2', email: 'bob@partner.example', displayName: null, role: 'guest' },
    {
      personId: 'p3',
      email: 'amara.okafor@nordlicht.example',
      displayName: 'Amara Okafor',
      role: 'owner',
    },
  ].map((person, n) => Object.assign(person, { decision: n === 0 ? 'keep' : null }));
  await database.query(
    `insert into reviews (tenant_id, review_id, team_id, organisation_id, state, subjects, people, unanswered, within,
       requested_by, requested_at, opened_at, due_at, read_due_at)
     select tenant_id, $3, team_id, organisation_id, 'open', '["owners", "guests"]', $4, 'remove_guests', 'P30D',
       '{"kind": "administrator", "id": "ingrid.solberg@nordlicht.example"}', now() - interval '3 days',
       now() - interval '3 days', now() + interval '27 days', now()
     from teams where tenant_id = $1 and team_id = $2`,
    [tenantId, teamId, seededReviewId, JSON.stringify(people)],
  );
}

/** The governance of the tenant would open the same tasks. */
async function addTasks(
  { service: { database, tenantId } }: Pages,
  groups: Readonly<Record<'renew' | 'name_deputy' | 'take_over', string>>,
): Promise<void> {
  for (const [kind, teamId] of Object.entries(groups)) {
    await database.query(
      `insert into tasks (tenant_id, task_id, kind, team_id, organisation_id, assignees, data, decisions, state,
         opened_at, due_at)
       select tenant_id, $3, $4, team_id, organisation_id,
         '[{"personId": "a1", "email": "ingrid.solberg@nordlicht.example", "displayName": "Ingrid Solberg"},
           {"personId": "a2", "email": "mateusz.kowalski@nordlicht.example", "displayName": null}]',
         '{}', 'link', 'open', now() - interval '2 days', now() + interval '14 days'
       from teams where tenant_id = $1 and team_id = $2`,
      [tenantId, teamId, randomUUID(), kind],
    );
  }
}

/** Changes some settings of a template, and changes them back. */
async function changeTemplate({ admin }: Pages, wanted: string): Promise<void> {
  const { body: organisations } = await admin.get('organisations');
  const { templateId } = organisations.items[0].templates.find(
    ({ identifier }: { identifier: string }) => identifier === wanted,
  );
  const { body: template } = await admin.get(`templates/${templateId}`);
  const { name, identifier, mailNicknamePattern, displayNamePattern, ...rest } = template;
  const { properties, counter, transliteration, policy } = rest;
  const naming = { identifier, mailNicknamePattern, displayNamePattern, properties, counter };
  const input = { ...naming, name, transliteration, policy };
  const changed = {
    ...input,
    name: `${name} (pilot)`,
    displayNamePattern: '',
    policy: {
      ...policy,
      visibility: policy.visibility === 'private' ? 'public' : 'private',
      guestsAllowed: !policy.guestsAllowed,
      defaultMembers: ['beatriz.santos@nordlicht.example', 'petra.zimmermann@nordlicht.example'],
      changes: { ...policy.changes, delete: false },
      notices: { created: ['responsible', 'deputy'] },
      approval: { stages: [{ by: ['manager'] }], lapse: { after: 'P10D' } },
    },
  };
  let { etag } = template;
  for (const settings of [
    changed,
    { ...input, policy: { ...policy, notices: null, approval: null } },
  ]) {
    const { status, body } = await admin.call('PUT', `templates/${templateId}`, settings, {
      'if-match': `"${etag}"`,
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    ({ etag } = body);
  }
}

/** A request that waits for an approval. */
async function addApproval({ admin }: Pages, create: () => Promise<string>): Promise<void> {
  const { body: organisations } = await admin.get('organisations');
  const { organisationId } = organisations.items[0];
  await admin.call('POST', `organisations/${organisationId}/templates`, {
    name: 'Forum',
    identifier: 'forum',
    mailNicknamePattern: 'forum-{{topic}}',
    displayNamePattern: '',
    policy: {
      visibility: 'public',
      approval: { stages: [{ by: ['amara.okafor@nordlicht.example'] }] },
    },
  });
  await create();
  for (;;) {
    const { body: tasks } = await admin.get('tasks?kind=approve');
    if (tasks.items.length > 0) return;
    await sleep(20);
  }
}

/** A digest that was sent; the sandbox keeps it in its outbox. */
async function addMessage(
  { service: { database, tenantId } }: Pages,
  teamId: string,
): Promise<void> {
  await database.query(
    `with message as (
       insert into notice_messages (tenant_id, message_id, person_id, email, language, day, state, due_at, attempts,
         created_at, finished_at)
       values ($1, $2, 'a1', 'ingrid.solberg@nordlicht.example', 'en', '2026-03-28', 'sent', now(), 1, now(), now())
       returning tenant_id, message_id, person_id, email, language
     )
     insert into notices (tenant_id, notice_id, person_id, email, language, kind, team_id, data, created_at, message_id)
     select tenant_id, $3, person_id, email, language, 'took_over', $4, '{"person": "Mateusz Kowalski"}', now(),
       message_id
     from message`,
    [tenantId, randomUUID(), randomUUID(), teamId],
  );
}

async function addWebhooks({ admin }: Pages) {
  const healthy = await startReceiver();
  const failing = await startReceiver((_request, response) => {
    response.writeHead(503, { 'content-type': 'text/plain' }).end('The queue is full.');
  });
  const gone = await startReceiver((_request, response) => response.writeHead(410).end());
  const add = async (url: string, more: object) => {
    const { body } = await admin.call('POST', 'webhooks', { url, ...more });
    return body.webhook.endpointId as string;
  };
  const ids = {
    healthy: await add(healthy.url, {
      description: 'Service desk: closes the ticket once the group exists',
      types: ['group.succeeded', 'group.failed'],
    }),
    failing: await add(failing.url, { description: 'Data warehouse', signing: 'ed25519' }),
    disabled: await add(gone.url, { description: 'Old intranet' }),
  };
  return {
    ids,
    async close() {
      await Promise.all([healthy.close(), failing.close(), gone.close()]);
    },
  };
}

/** Some two hundred creations of the last 30 days, copied from one that succeeded and one that failed. */
async function addHistory({ service }: Pages, succeeded: string, failed: string): Promise<void> {
  const names = ['bridge', 'tunnel', 'orchard', 'delta', 'summit', 'meadow', 'canyon', 'glacier'];
  const codes = [
    'people_not_found',
    'people_not_found',
    'directory_refused',
    'people_not_eligible',
  ];
  const now = systemClock.now();
  const rows = Array.from({ length: 220 }, (_, index) => {
    // Working days see more than others, and the number grows; without chance, so that pictures are alike.
    const day = 1 + Math.floor(((index * index) % 4840) / 167);
    const isFailure = index % 13 === 5;
    const at = now - day * dayMs + ((index * 7919) % 36_000_000);
    return {
      at: new Date(at).toISOString(),
      id: `${at.toString(16).padStart(12, '0')}7`,
      number: index,
      name: `${names[index % names.length] ?? ''} ${100 + index}`,
      isFailure,
      code: codes[index % codes.length],
      tookMs: 300 + ((index * 2_654_435) % 9000) + (index % 17 === 0 ? 45_000 : 0),
    };
  });
  await service.database.query(
    `with drawn as (
       select * from jsonb_to_recordset($2) as d(at timestamptz, id text, number int, name text,
         "isFailure" boolean, code text, "tookMs" int)
     ), made as (
       insert into teams (tenant_id, team_id, organisation_id, template_id, display_name, description, mail_nickname,
         alias_key, people, properties, policy, created_at, created_by, request_id)
       select t.tenant_id,
         overlay((left(d.id, 8) || '-' || substr(d.id, 9, 4) || '-7000-8000-000000000000')
           placing lpad(to_hex(d.number), 12, '0') from 25)::uuid,
         t.organisation_id, t.template_id, 'Project ' || d.name, t.description,
         'prj-' || replace(d.name, ' ', '-'), null, t.people, t.properties, t.policy, d.at, t.created_by,
         t.request_id
       from drawn d
       join teams t on t.tenant_id = $1 and t.team_id = case when d."isFailure" then $4::uuid else $3::uuid end
       returning tenant_id, team_id, created_at, display_name, mail_nickname
     ), searchable as (
       insert into team_search (tenant_id, team_id, names)
       select tenant_id, team_id, lower(display_name || E'\\n' || mail_nickname) from made
     )
     insert into provisionings (tenant_id, team_id, status, waiting, due_at, progress, facts, error, updated_at,
       completed_at)
     select m.tenant_id, m.team_id, p.status, false, m.created_at, p.progress, p.facts,
       case when d."isFailure" then jsonb_set(p.error, '{code}', to_jsonb(d.code)) end, m.created_at,
       m.created_at + d."tookMs" * interval '1 ms'
     from made m
     join drawn d on d.at = m.created_at
     join provisionings p on p.tenant_id = $1
       and p.team_id = case when d."isFailure" then $4::uuid else $3::uuid end`,
    [service.tenantId, JSON.stringify(rows), succeeded, failed],
  );
  await service.database.query(
    `with listed as (
       insert into organisation_groups
       select t.tenant_id, t.organisation_id, l.groups_listed + row_number() over (), t.team_id
       from teams t
       join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
       join lanes l on l.tenant_id = t.tenant_id
       where t.tenant_id = $1 and p.status = 'succeeded'
         and t.team_id not in (select team_id from organisation_groups where tenant_id = $1)
       returning 1
     )
     update lanes set groups_listed = groups_listed + (select count(*) from listed) where tenant_id = $1`,
    [service.tenantId],
  );
}

/**
 * Takes the tenant's lane from the worker: running creations stop where they are, and no other one begins. The lease
 * is renewed as a worker does; one that ended later would count as written before the clock was set back.
 *
 * @returns stops the renewal
 */
async function holdLane({ service: { database, tenantId } }: Pages): Promise<() => Promise<void>> {
  const holder = randomUUID();
  const renew = () =>
    database.query(
      `update lanes set holder = $2, held_until = clock_timestamp() + interval '5 seconds',
         epoch = epoch + case when holder = $2 then 0 else 1 end
       where tenant_id = $1`,
      [tenantId, holder],
    );
  await renew();
  const stop = new AbortController();
  const renewals = (async () => {
    while (!stop.signal.aborted) {
      await sleep(1_000, undefined, { signal: stop.signal }).catch(() => undefined);
      await renew();
    }
  })();
  return async () => {
    stop.abort();
    await renewals;
  };
}

async function addKeys({ admin, service }: Pages): Promise<void> {
  const inDays = (days: number) => new Date(systemClock.now() + days * dayMs).toISOString();
  const add = async (name: string, expiresAt: string | null = null) => {
    const { body } = await admin.call('POST', 'api-keys', { name, expiresAt });
    return body.key as { keyId: string; etag: string };
  };
  await add('Onboarding of new projects in the enterprise resource planning system', inDays(90));
  const rotated = await add('Service desk');
  await admin.call('POST', `api-keys/${rotated.keyId}/secrets`, undefined, {
    'if-match': `"${rotated.etag}"`,
  });
  const revoked = await add('Contractor portal');
  await admin.call('POST', `api-keys/${revoked.keyId}/revoke`, undefined, {
    'if-match': `"${revoked.etag}"`,
  });
  const expired = await add('Migration weekend', inDays(1));
  await service.database.query(
    `update api_keys set expires_at = now() - interval '3 days' where tenant_id = $1 and key_id = $2`,
    [service.tenantId, expired.keyId],
  );
  await service.service.refresh();
}

async function addAdministrators({ admin, service }: Pages): Promise<void> {
  for (const [email, role] of [
    ['bo.lindgren@nordlicht.example', 'administrator'],
    ['revision@nordlicht.example', 'reader'],
    ['a-very-long-address-of-someone.in-the-far-north@nordlicht.example', 'reader'],
  ]) {
    await admin.call('POST', 'administrators', { email, role });
  }
  await service.database.query(
    `update administrators set provider_issuer = 'https://id.nordlicht.example', provider_subject = 'bo'
    where tenant_id = $1 and email = 'bo.lindgren@nordlicht.example'`,
    [service.tenantId],
  );
}
