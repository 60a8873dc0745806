// Administrators who are limited to organisations: every route of the admin API, called by one of them. Everything of the
// other organisation has a word in its name that no answer may contain.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { randomBytes } from 'node:crypto';
import type { AdministratorRole } from '../access/sessions/administrator.ts';
import { createSessions } from '../access/sessions/session.ts';
import { systemClock } from '../ground/clock.ts';
import { routesOf } from '../http/allowed-methods.ts';
import { runAdminBatch } from '../../testing/run-batch.ts';
import { AdminClient, type AdminResponse } from '../../testing/admin-client.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';
import { eventually } from '../../testing/eventually.ts';

/** Routes of the whole tenant. */
const isOfTenant = (reach: string | undefined) => reach === undefined || reach === 'tenant';

/** The keys are method and address of what a limited administrator may call. Everything else is refused. */
const reaches: Readonly<Record<string, 'organisations' | 'everyone'>> = {
  'GET session': 'everyone',
  'POST session/end': 'everyone',
  'GET sessions': 'everyone',
  'DELETE sessions/:sessionId': 'everyone',
  'PATCH account': 'everyone',
  'POST checks': 'everyone',
  'GET people': 'everyone',
  'POST people/lookup': 'everyone',
  'GET overview': 'organisations',
  'GET to-do': 'organisations',
  'GET search': 'organisations',
  'GET reports/creations': 'organisations',
  'GET reports/creations/export': 'organisations',
  'GET activity': 'organisations',
  'GET lifecycle': 'organisations',
  'GET responsibility': 'organisations',
  'GET responsibility/people': 'organisations',
  'GET organisations': 'organisations',
  'GET organisations/:organisationId': 'organisations',
  'POST organisations/:organisationId/templates': 'organisations',
  'GET templates/:templateId': 'organisations',
  'PUT templates/:templateId': 'organisations',
  'DELETE templates/:templateId': 'organisations',
  'POST templates/:templateId/plan': 'organisations',
  'POST templates/:templateId/plan/export': 'organisations',
  'POST templates/preview': 'organisations',
  'POST templates/try': 'organisations',
  'GET templates/:templateId/use': 'organisations',
  'GET templates/:templateId/versions': 'organisations',
  'GET templates/:templateId/versions/:version': 'organisations',
  'GET teams/export': 'organisations',
  'POST teams': 'organisations',
  'POST teams/bulk': 'organisations',
  'POST teams/plan': 'organisations',
  'POST teams/adoption': 'organisations',
  'POST teams/adoption/plan': 'organisations',
  'POST teams/adoption/bulk': 'organisations',
  'POST teams/adoption/bulk/plan': 'organisations',
  'DELETE teams/:teamId/adoption': 'organisations',
  'GET teams': 'organisations',
  'GET teams/:teamId': 'organisations',
  'PATCH teams/:teamId': 'organisations',
  'DELETE teams/:teamId': 'organisations',
  'GET teams/:teamId/request': 'organisations',
  'GET teams/:teamId/people': 'organisations',
  'GET teams/:teamId/people/comparison': 'organisations',
  'GET teams/:teamId/rosters': 'organisations',
  'GET teams/:teamId/rosters/:source': 'organisations',
  'PUT teams/:teamId/rosters/:source': 'organisations',
  'DELETE teams/:teamId/rosters/:source': 'organisations',
  'POST teams/:teamId/rosters/:source/plan': 'organisations',
  'GET teams/:teamId/channels': 'organisations',
  'GET teams/:teamId/site': 'organisations',
  'GET teams/:teamId/status': 'organisations',
  'GET teams/:teamId/why': 'organisations',
  'GET teams/:teamId/notices': 'organisations',
  'GET teams/:teamId/responsibility': 'organisations',
  'GET responsibilities': 'organisations',
  'GET responsibilities/export': 'organisations',
  'GET people/:idOrEmail/responsibilities': 'organisations',
  'POST people/:idOrEmail/handover': 'organisations',
  'POST teams/:teamId/archive': 'organisations',
  'POST teams/:teamId/unarchive': 'organisations',
  'POST teams/:teamId/drift/acceptance': 'organisations',
  'POST teams/:teamId/repair': 'organisations',
  'POST teams/:teamId/repair/plan': 'organisations',
  'POST teams/comparison': 'organisations',
  'POST teams/:teamId/restore': 'organisations',
  'PUT teams/external/:source/:externalId': 'organisations',
  'DELETE teams/external/:source/:externalId': 'organisations',
  'POST teams/external/:source/apply': 'organisations',
  'POST teams/external/:source/apply/plan': 'organisations',
  'POST teams/external/:source/:externalId/plan': 'organisations',
  'POST teams/:teamId/plan': 'organisations',
  'POST teams/:teamId/cancel': 'organisations',
  'POST teams/:teamId/retry': 'organisations',
  'POST teams/:teamId/retry/edited': 'organisations',
  'POST teams/:teamId/renewal': 'organisations',
  'PUT teams/:teamId/hold': 'organisations',
  'DELETE teams/:teamId/hold': 'organisations',
  'POST teams/:teamId/comparison': 'organisations',
  'POST teams/:teamId/reviews': 'organisations',
  'GET teams/:teamId/operations': 'organisations',
  'GET teams/:teamId/operations/:operationId': 'organisations',
  'POST teams/:teamId/operations/:operationId/cancel': 'organisations',
  'POST teams/operations/plan': 'organisations',
  'POST batches': 'organisations',
  'GET batches': 'organisations',
  'GET batches/:batchId': 'organisations',
  'GET batches/:batchId/groups': 'organisations',
  'POST batches/:batchId/cancel': 'organisations',
  'GET batches/undo': 'organisations',
  'POST batches/undo': 'organisations',
  'GET batches/:batchId/undo': 'organisations',
  'POST batches/:batchId/undo': 'organisations',
  'GET people/:idOrEmail/groups': 'organisations',
  'POST people/:idOrEmail/handover/plan': 'organisations',
  'GET tasks': 'organisations',
  'GET tasks/:taskId': 'organisations',
  'POST tasks/:taskId/decision': 'organisations',
  'GET reviews': 'organisations',
  'GET reviews/:reviewId': 'organisations',
  'POST reviews/:reviewId/decisions': 'organisations',
};

/** They need a sandbox that has sites, a task, an operation, a batch, or a roster. */
const mayFail = new Set([
  'teams/:teamId/rosters/:source',
  'teams/:teamId/site',
  'tasks/:taskId',
  'teams/:teamId/operations/:operationId',
  'batches/:batchId',
  'batches/:batchId/groups',
  'batches/:batchId/undo',
  'teams/:teamId/rosters/:source',
]);
const word = 'hidden';
const boss = 'boss@nordlicht.example';
const operator = { kind: 'operator', id: 'test' } as const;
const absentId = '0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f';
const anyAnswer = { accept: '*/*', 'if-match': '"1"' };
const prefix = '/admin/api/:tenantId/';

let service: AdminService;
let admin: AdminClient;
let limited: AdminClient;
/** Each organisation has it. */
const own: Record<string, string> = {};
const other: Record<string, string> = {};

async function signedIn(name: string, role: AdministratorRole, organisationIds: string[]) {
  const email = `${name}@nordlicht.example`;
  await service.administrators.put(service.tenantId, { email, role, organisationIds }, operator);
  return AdminClient.signedIn(service, email);
}

async function done(answer: Promise<AdminResponse>) {
  const { status, body } = await answer;
  assert.ok(status < 300, `${status} ${JSON.stringify(body)}`);
  return body;
}

const requestOf = (name: string, organisation: string) => ({
  displayName: `Group ${name}`,
  mailNickName: name,
  description: '',
  responsible: boss,
  deputy: null,
  organisationIdOrIdentifier: organisation,
  templateIdOrIdentifier: 'any',
  owners: [],
  members: [],
});

async function createGroup(name: string, organisation: string): Promise<string> {
  const { teamId } = await done(admin.call('POST', 'teams', requestOf(name, organisation)));
  const isDone = async () => (await admin.get(`teams/${teamId}`)).body.state === 'active';
  await eventually(isDone, `${name} was created`);
  return teamId;
}

async function addOrganisation(name: string, ids: Record<string, string>): Promise<void> {
  const input = { name: `Org ${name}`, identifier: name };
  ids.organisationId = (await done(admin.call('POST', 'organisations', input))).organisationId;
  const template = {
    name: `Template ${name}`,
    identifier: 'any',
    mailNicknamePattern: '',
    displayNamePattern: '',
    policy: { lifecycle: { expires: { after: 'P20D' }, remindBefore: ['P5D'] } },
  };
  const path = `organisations/${ids.organisationId}/templates`;
  ids.templateId = (await done(admin.call('POST', path, template))).templateId;
  ids.teamId = await createGroup(`first-${name}`, name);
  ids.heldId = await createGroup(`held-${name}`, name);
  await done(admin.call('PUT', `teams/${ids.heldId}/hold`, { reason: 'Case 1' }));
  const review = await done(admin.call('POST', `teams/${ids.teamId}/reviews`, {}));
  ids.reviewId = review.reviewId;
}

before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  await done(admin.call('POST', 'directory/people', { name: 'Boss', email: boss }));
  await addOrganisation('own', own);
  await addOrganisation(word, other);
  await eventually(async () => {
    await service.service.runDue();
    const { days } = (await admin.get('lifecycle')).body;
    return days.some(({ expiring }: { expiring: number }) => expiring > 0);
  }, 'the groups were assessed');
  limited = await signedIn('lim', 'administrator', [own.organisationId ?? '']);
});
after(() => service.close());

interface Called {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: object | undefined;
  readonly reach: string | undefined;
}

function sessionRoutes(): Called[] {
  return routesOf(service.service.server)
    .filter(({ url, config }) => url.startsWith(prefix) && config?.admin !== 'anyone')
    .flatMap(({ method, url, config, schema }) =>
      [method]
        .flat()
        .filter((one) => one !== 'HEAD')
        .map((one) => {
          const path = url.slice(prefix.length);
          const body = schema?.body === undefined ? undefined : {};
          return { name: `${one} ${path}`, method: one, path, body, reach: config?.reach };
        }),
    );
}

const filled = (path: string, ids: Readonly<Record<string, string>>) =>
  path.replaceAll(/:(\w+)/g, (_match, name: string) => ids[name] ?? absentId);

describe('by route', () => {
  test('each route declares whether limited administrators may call it; without, they may not', async () => {
    const routes = sessionRoutes();
    assert.ok(routes.length > 120, `${routes.length} routes`);
    const declared = routes.flatMap(({ name, reach }) =>
      isOfTenant(reach) ? [] : [[name, reach]],
    );
    assert.deepEqual(Object.fromEntries(declared), reaches);
    for (const { name, method, path, body: sent, reach } of routes) {
      if (!isOfTenant(reach)) continue;
      const { status, body } = await limited.call(method, filled(path, own), sent, anyAnswer);
      assert.equal(status, 403, name);
      assert.match(body.detail, /^Your role is limited to organisations/, name);
    }
  });

  test('what the address names in another organisation is absent, byte for byte', async () => {
    const none = { operationId: absentId, version: '1', person: boss };
    for (const { name, method, path, body } of sessionRoutes()) {
      const isNamed = /:(?:teamId|templateId|organisationId|taskId|reviewId)/.test(path);
      if (!isNamed || !(name in reaches)) continue;
      const sent = async (ids: Readonly<Record<string, string>>) => {
        const address = filled(path, { ...ids, ...none });
        const answer = await limited.call(method, address, body, anyAnswer);
        const { requestId: _, instance: __, ...problem } = answer.body;
        return { status: answer.status, problem };
      };
      const hidden = await sent(other);
      assert.equal(hidden.status, 404, name);
      assert.deepEqual(hidden, await sent({}), name);
    }
  });

  test('no list, count, search or export has anything of another organisation', async () => {
    const queries: Readonly<Record<string, readonly string[]>> = {
      'GET search': [`text=${word}`, `text=first`, `text=${other.teamId}`],
      'GET teams': [
        '',
        `search=${word}`,
        `search=${other.teamId}`,
        `organisation=${other.organisationId}`,
        `template=${other.templateId}`,
        `person=${boss}`,
        'sort=displayName',
        'sort=-mailNickName&offset=1',
        'status=succeeded',
        'state=active',
        'state=existing',
        'total=true&attempts=newest',
        'finding=any',
        ...['expiring', 'on_hold', 'archived', 'deleting'].map((list) => `lifecycle=${list}`),
        ...['vacant', 'deputy_vacant', 'shaky'].map((state) => `responsibility=${state}`),
      ],
      'GET teams/export': ['', `organisation=${other.organisationId}`],
      'GET reports/creations': ['', `organisationId=${other.organisationId}`],
      'GET reports/creations/export': [`organisationId=${other.organisationId}`],
      'GET activity': [`subjectId=${own.teamId}`, `subjectId=${other.teamId}`],
      'GET people': [`search=${word}`],
      'GET batches/undo': [
        `from=2020-01-01T00:00:00Z&person=ada@nordlicht.example`,
        `from=2020-01-01T00:00:00Z&rule=lifecycle&organisationId=${other.organisationId}`,
      ],
      'GET tasks': ['', `teamId=${other.teamId}`],
      'GET reviews': ['', `teamId=${other.teamId}`],
    };
    const hidden = Object.values(other);
    // An administrator of all organisations sees what is looked for.
    const shown = JSON.stringify((await admin.get('teams')).body);
    for (const one of [word, other.teamId, other.heldId])
      assert.ok(one && shown.includes(one), one);
    for (const { name, path } of sessionRoutes()) {
      // Streams are opened elsewhere.
      if (!name.startsWith('GET ') || !(name in reaches) || path.endsWith('/events')) continue;
      for (const query of queries[name] ?? ['']) {
        const address = `${filled(path, { ...own, person: boss, version: '1' })}?${query}`;
        const { status, body } = await limited.call('GET', address, undefined, { accept: '*/*' });
        // A filter by what is hidden is one by what does not exist.
        const isUnknown =
          status === 400 && /(?:organisation|template|team|subject)(?:Id)?=/.test(query);
        assert.ok(status < 300 || mayFail.has(path) || isUnknown, `${address} answered ${status}`);
        const text = JSON.stringify(body).toLowerCase();
        for (const one of [word, ...hidden]) {
          assert.ok(!text.includes(one), `${address} has ${one}: ${text}`);
        }
      }
    }
  });
});

describe('by count', () => {
  const counted = async (client: AdminClient) => {
    const get = async (path: string) => done(client.get(path));
    const [groups, overview, lifecycle, report, onHold, load, findings] = [
      await get('teams?total=true'),
      await get('overview'),
      await get('lifecycle'),
      await get('reports/creations'),
      await get('teams?lifecycle=on_hold&total=true'),
      await get('responsibility/people'),
      await get('teams?finding=any&total=true'),
    ];
    const sum = (days: readonly Record<string, number>[], name: string) =>
      days.reduce((total, day) => total + (day[name] ?? 0), 0);
    return {
      groups: groups.total,
      overview: overview.groups,
      organisations: overview.organisations,
      templates: overview.templates,
      expiring: overview.attention.expiring,
      succeeded: sum(overview.days, 'succeeded'),
      calendar: sum(lifecycle.days, 'expiring'),
      onHold: [lifecycle.onHold, onHold.total],
      reported: [sum(report.days, 'succeeded'), report.templates.length],
      load: load.items[0]?.responsible,
      findings: findings.counts.all,
    };
  };

  test('each number is of the organisations of the administrator', async () => {
    assert.deepEqual(await counted(limited), {
      groups: 2,
      overview: 2,
      organisations: 1,
      templates: 1,
      expiring: 1,
      succeeded: 2,
      calendar: 1,
      onHold: [1, 1],
      reported: [2, 1],
      load: 2,
      findings: 0,
    });
    assert.partialDeepStrictEqual(await counted(admin), {
      groups: 4,
      overview: 4,
      organisations: 2,
      templates: 2,
      onHold: [2, 2],
      load: 4,
    });
  });
});

describe('by change', () => {
  test('a group is neither requested, planned nor retried into another organisation', async () => {
    const request = requestOf('sneaked', word);
    const refused = await limited.call('POST', 'teams', request);
    assert.equal(refused.status, 422);
    assert.deepEqual(
      refused.body.errors.map(({ pointer }: { pointer: string }) => pointer),
      ['/organisationIdOrIdentifier'],
    );
    const absent = await limited.call('POST', 'teams', requestOf('sneaked', 'no-such'));
    assert.deepEqual(
      refused.body.errors.map(({ code }: { code: string }) => code),
      absent.body.errors.map(({ code }: { code: string }) => code),
    );
    const bulk = await done(limited.call('POST', 'teams/bulk', [request]));
    assert.equal(bulk.items[0].error.code, 'validation_failed');
    const planned = await done(limited.call('POST', 'teams/plan', request));
    assert.equal(planned.conforms, false);
    assert.equal((await limited.call('POST', 'teams', requestOf('allowed', 'own'))).status, 200);
  });

  test('a retry in another organisation, and the group that has the alias now, are not named', async () => {
    const gone = 'gone@nordlicht.example';
    const request = { ...requestOf('mine', 'own'), responsible: gone };
    const { teamId } = await done(admin.call('POST', 'teams', request));
    const read = async (client: AdminClient) => (await client.get(`teams/${teamId}`)).body;
    await eventually(async () => (await read(admin)).status === 'failed', 'the creation failed');
    const edited = requestOf('mine', word);
    const stolen = await limited.call('POST', `teams/${teamId}/retry/edited`, edited);
    assert.equal(stolen.status, 422);
    const retry = await done(admin.call('POST', `teams/${teamId}/retry/edited`, edited));
    assert.equal((await read(admin)).supersededBy, retry.teamId);
    const seen = await read(limited);
    assert.deepEqual(
      [seen.attempts, seen.supersededBy, seen.aliasHolder, seen.canRetry],
      [[], null, null, false],
    );
    const { body: list } = await limited.get('teams?search=mine');
    assert.deepEqual(
      list.items.map(({ supersededBy }: { supersededBy: string | null }) => supersededBy),
      [null],
    );
    const file = await limited.call('GET', 'teams/export?search=mine', undefined, anyAnswer);
    assert.ok(!file.body.includes(retry.teamId) && file.body.includes(teamId));
  });

  test('operations, lifecycles and handovers of several groups pass over those of another organisation', async () => {
    const teamIds = [other.teamId, absentId];
    const codes = ({ items }: { items: { error: { code: string } | null }[] }) =>
      items.map(({ error }) => error?.code);
    const plan = await done(
      limited.call('POST', 'teams/operations/plan', { kind: 'delete', teamIds }),
    );
    assert.deepEqual(codes(plan), ['not_found', 'not_found']);
    const groups = teamIds.map((teamId) => ({ teamId, etag: '1' }));
    for (const kind of ['delete', 'hold']) {
      const items = await runAdminBatch(limited, { kind, groups, reason: 'Mine' });
      assert.deepEqual(
        items.map(({ status, error }) => [status, error?.code]),
        [
          ['refused', 'not_found'],
          ['refused', 'not_found'],
        ],
      );
    }
    // The batches of others have groups of other organisations.
    const { body: foreign } = await admin.call('POST', 'batches', { kind: 'release', groups });
    assert.equal((await limited.get(`batches/${foreign.batchId}`)).status, 404);
    assert.equal((await limited.get(`batches/${foreign.batchId}/groups`)).status, 404);
    assert.equal((await limited.get('batches')).body.items.length, 2);
    const { items } = await done(limited.call('POST', `people/${boss}/handover/plan`, {}));
    assert.ok(
      items.every(({ teamId }: { teamId: string }) => !Object.values(other).includes(teamId)),
    );
    assert.equal((await admin.get(`teams/${other.teamId}`)).body.state, 'active');
  });

  test('nobody widens a limit from within, invites people or ends their sessions', async () => {
    const { administratorId } = (await limited.get('session')).body.administrator;
    const friend = { email: 'friend@nordlicht.example', role: 'reader' };
    const calls = [
      ['POST', 'administrators', friend],
      [
        'PUT',
        `administrators/${administratorId}`,
        { role: 'administrator', organisationIds: null },
      ],
      ['DELETE', `administrators/${administratorId}`],
      ['POST', `administrators/${administratorId}/invitation`, { by: 'link' }],
    ] as const;
    for (const [method, path, body] of calls) {
      const { status } = await limited.call(method, path, body, { 'if-match': '"1"' });
      assert.equal(status, 403, path);
    }
    await assert.rejects(
      service.administrators.put(
        service.tenantId,
        { email: 'lim@nordlicht.example', role: 'administrator', organisationIds: null },
        { kind: 'administrator', id: 'lim@nordlicht.example' },
      ),
      { code: 'forbidden' },
    );
  });
});

describe('the limit itself', () => {
  const find = async (email: string) => {
    const { items } = await done(admin.get('administrators'));
    return items.find((one: { email: string }) => one.email === email);
  };

  test('an administrator sets, keeps and lifts it, and the activity log has each change', async () => {
    const email = 'ed@nordlicht.example';
    const organisationIds = [own.organisationId];
    const added = await done(
      admin.call('POST', 'administrators', { email, role: 'template_editor', organisationIds }),
    );
    assert.deepEqual(added.organisationIds, organisationIds);
    const put = async (body: object) => {
      const { administratorId, etag } = await find(email);
      const match = { 'if-match': `"${etag}"` };
      return done(admin.call('PUT', `administrators/${administratorId}`, body, match));
    };
    assert.deepEqual((await put({ role: 'operator' })).organisationIds, organisationIds);
    assert.equal((await put({ role: 'operator', organisationIds: null })).organisationIds, null);
    await put({ role: 'reader', organisationIds });
    const { administratorId } = await find(email);
    const log = await done(admin.get(`activity?subjectId=${administratorId}`));
    const told = log.items.map(({ data }: { data: object }) => data);
    assert.deepEqual(told, [
      { email, role: 'reader', organisationIds },
      { email, role: 'operator', organisationIds: null },
      { email, role: 'operator', organisationIds },
      { email, role: 'template_editor', organisationIds },
    ]);
  });

  test('owners have none, and an organisation that does not exist is no limit', async () => {
    const send = (role: string, organisationIds: unknown) =>
      admin.call('POST', 'administrators', { email: 'x@nordlicht.example', role, organisationIds });
    const pointersOf = ({ body }: AdminResponse) =>
      body.errors.map(({ pointer }: { pointer: string }) => pointer);
    const owner = await send('owner', [own.organisationId]);
    assert.deepEqual([owner.status, pointersOf(owner)], [422, ['/organisationIds']]);
    const absent = await send('reader', [own.organisationId, absentId]);
    assert.deepEqual([absent.status, pointersOf(absent)], [422, ['/organisationIds/1']]);
    assert.equal((await send('reader', [])).status, 422);
  });

  test('a limited administrator is not the last administrator', async () => {
    const [row] = await service.database.query<{ role: string }>(
      'select role from administrators where tenant_id = $1 and email = $2',
      [service.tenantId, 'lim@nordlicht.example'],
    );
    assert.equal(row?.role, 'limited');
    const { tenantId } = await service.change((changes) =>
      changes.tenants.create(operator, { name: 'Two', directory: { kind: 'sandbox' } }),
    );
    const { organisationId } = await service.change((changes) =>
      changes.organisations.create(operator, tenantId, { name: 'One', identifier: 'one' }),
    );
    const [sole] = await Promise.all([
      service.administrators.put(
        tenantId,
        { email: 'a@two.example', role: 'administrator' },
        operator,
      ),
      service.administrators.put(
        tenantId,
        { email: 'b@two.example', role: 'administrator', organisationIds: [organisationId] },
        operator,
      ),
    ]);
    await assert.rejects(
      service.administrators.changeRole(
        tenantId,
        sole.administratorId,
        { role: 'reader' },
        { expectedVersion: sole.version, actor: { kind: 'administrator', id: 'a@two.example' } },
      ),
      { code: 'in_use' },
    );
  });

  test('a smaller limit applies to open sessions at once, and ends their streams', async () => {
    const both = [own.organisationId ?? '', other.organisationId ?? ''];
    const client = await signedIn('wide', 'operator', both);
    assert.equal((await client.get(`teams/${other.teamId}`)).status, 200);
    const { administratorId, version } = await service.administrators.put(
      service.tenantId,
      { email: 'wide@nordlicht.example', role: 'operator' },
      operator,
    );
    const session = { organisationIds: both };
    const sessions = createSessions({ store: service.store, clock: systemClock, randomBytes });
    const isLiving = () =>
      sessions.isLiving(service.tenantId, client.cookie.split('=')[1] ?? '', session);
    assert.equal(await isLiving(), true);
    await service.administrators.changeRole(
      service.tenantId,
      administratorId,
      { role: 'operator', organisationIds: [own.organisationId ?? ''] },
      { expectedVersion: version, actor: operator },
    );
    assert.equal((await client.get(`teams/${other.teamId}`)).status, 404);
    assert.equal(await isLiving(), false);
    assert.equal((await client.get('session')).status, 200);
  });

  test('each limited role keeps its permissions, without those of the whole tenant', async () => {
    const permissionsOf = async (role: AdministratorRole) => {
      const client = await signedIn(`one-${role}`, role, [own.organisationId ?? '']);
      const { administrator } = (await client.get('session')).body;
      assert.deepEqual(administrator.organisationIds, [own.organisationId]);
      return administrator.permissions;
    };
    assert.deepEqual(await permissionsOf('administrator'), [
      'view',
      'groups:intervene',
      'groups:manage',
      'templates:manage',
    ]);
    assert.deepEqual(await permissionsOf('operator'), ['view', 'groups:intervene']);
    assert.deepEqual(await permissionsOf('template_editor'), ['view', 'templates:manage']);
    assert.deepEqual(await permissionsOf('reader'), ['view']);
  });
});

describe('by attack', () => {
  test('no spelling of an id, and no method, reaches a group of another organisation', async () => {
    const id = other.teamId ?? '';
    const hex = id.replaceAll('-', '');
    const spellings = [
      id.toUpperCase(),
      `{${id}}`,
      `%7B${id}%7D`,
      hex,
      `${hex.slice(0, 16)}-${hex.slice(16)}`,
      `urn:uuid:${id}`,
      `${id}%20`,
      `%20${id}`,
      `${id}%00`,
      `${own.teamId}%2F..%2F${id}`,
      `${own.teamId}/../${id}`,
      `${own.teamId};${id}`,
    ];
    for (const path of [
      'teams/:id',
      'teams/:id/request',
      'teams/:id/status',
      'teams/:id/people',
      'teams/:id/operations',
      'teams/:id/notices',
      'teams/:id/responsibility',
    ]) {
      for (const spelling of spellings) {
        for (const method of ['GET', 'HEAD']) {
          const { status, body } = await limited.call(method, path.replace(':id', spelling));
          assert.ok([400, 404].includes(status), `${method} ${spelling}${path}: ${status}`);
          assert.ok(!JSON.stringify(body).includes(word), `${method} ${spelling}${path}`);
        }
      }
    }
    assert.equal((await limited.call('HEAD', `teams/${own.teamId}`)).status, 200);
  });

  test('a repeated parameter, a cursor of others and a large offset show nothing more', async () => {
    const wide = `organisation=${own.organisationId}&organisation=${other.organisationId}`;
    for (const path of [`teams?${wide}`, `teams/export?${wide}`, `reports/creations?${wide}`]) {
      const { status, body } = await limited.call('GET', path, undefined, anyAnswer);
      assert.ok(status === 400 || !JSON.stringify(body).includes(word), `${path}: ${status}`);
    }
    const { body: tasks } = await admin.get('tasks?limit=1');
    const { body: all } = await admin.get('teams?limit=1&sort=displayName');
    for (const next of [tasks.nextLink, all.nextLink]) {
      if (typeof next !== 'string') continue;
      const path = next.slice(next.indexOf(service.tenantId) + service.tenantId.length + 1);
      const { body } = await limited.get(path);
      assert.ok(!JSON.stringify(body).includes(word), path);
    }
    const { total } = (await limited.get('teams?total=true')).body;
    const { body: beyond } = await limited.get(
      `teams?offset=${total}&sort=-displayName&total=true`,
    );
    assert.deepEqual([beyond.items, beyond.total], [[], total]);
  });

  test('a template of another organisation is refused like one that does not exist', async () => {
    const faultsOf = async (templateIdOrIdentifier: string | undefined) => {
      const request = { ...requestOf('mixed', 'own'), templateIdOrIdentifier };
      const { status, body } = await limited.call('POST', 'teams', request);
      return { status, errors: body.errors };
    };
    const hidden = await faultsOf(other.templateId);
    assert.equal(hidden.status, 422);
    assert.deepEqual(hidden, await faultsOf(absentId));
    const previewOf = async (organisationId: string | undefined) => {
      const names = { mailNickName: 'x', displayName: 'x' };
      const patterns = { mailNicknamePattern: '', displayNamePattern: '' };
      const sent = { ...names, ...patterns, identifier: 'any', organisationId };
      const { status, body } = await limited.call('POST', 'templates/preview', sent);
      return { status, code: body.code };
    };
    assert.deepEqual(await previewOf(other.organisationId), { status: 404, code: 'not_found' });
    assert.deepEqual(await previewOf(absentId), { status: 404, code: 'not_found' });
    assert.equal((await previewOf(own.organisationId)).status, 200);
  });

  test('the record of a group does not name the group of another organisation that it retries', async () => {
    const gone = { responsible: 'gone@nordlicht.example' };
    const { teamId: failedId } = await done(
      admin.call('POST', 'teams', { ...requestOf(`${word}-first`, word), ...gone }),
    );
    const hasFailed = async () => (await admin.get(`teams/${failedId}`)).body.status === 'failed';
    await eventually(hasFailed, 'the creation failed');
    const { teamId } = await done(
      admin.call('POST', `teams/${failedId}/retry/edited`, requestOf('moved', 'own')),
    );
    const paths = [
      `teams/${teamId}`,
      `teams/${teamId}/request`,
      `activity?subjectId=${teamId}`,
      'teams?search=moved',
      'search?text=moved',
    ];
    // The activity log has it for an administrator of all organisations.
    const { body: log } = await admin.get(`activity?subjectId=${teamId}`);
    assert.ok(JSON.stringify(log).includes(failedId));
    for (const path of paths) {
      const { status, body } = await limited.get(path);
      assert.equal(status, 200, path);
      assert.ok(!JSON.stringify(body).includes(failedId), `${path}: ${JSON.stringify(body)}`);
    }
  });

  test('an idempotency key of another administrator gets none of their answers', async () => {
    const key = { 'idempotency-key': '"the-same-key-of-two"' };
    const made = await done(admin.call('POST', 'teams', requestOf(`${word}-key`, word), key));
    const { status, body } = await limited.call(
      'POST',
      'teams',
      requestOf(`${word}-key`, word),
      key,
    );
    assert.equal(status, 422);
    assert.ok(!JSON.stringify(body).includes(made.teamId));
  });
});
