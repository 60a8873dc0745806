import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { createEncryption } from '../../ground/encryption/encryption.ts';
import { connectionSecretPurpose } from '../../settings/tenants/connection-secret.ts';
import { freePort } from '../../../testing/free-port.ts';
import {
  startTestService,
  teamRequest,
  testBaseUrl,
  testEncryptionKey,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

interface Page {
  items: { teamId: string; mailNickName: string; status: string; identifier: string }[];
  nextLink?: string;
}

let service: TestService;
let tenant: TestTenant;
let stranger: TestTenant;
/** Newest first. */
let teamIds: string[];

before(async () => {
  service = await startTestService({ RECONCILIATION_INTERVAL_MINUTES: 'off' });
  tenant = await service.addTenant();
  stranger = await service.addTenant();
  await service.change(async (changes) => {
    const { organisationId } = await changes.organisations.create(testOperator, tenant.tenantId, {
      name: 'Reuss',
      identifier: 'reuss',
    });
    await changes.templates.create(testOperator, tenant.tenantId, organisationId, {
      name: 'Any',
      identifier: 'any',
      mailNicknamePattern: '',
      displayNamePattern: '',
    });
  });
  await service.service.refresh();
  const made: string[] = [];
  for (const [alias, others] of [
    ...Array.from({ length: 7 }, (_, index) => [`plain-${index}`, {}] as const),
    ['of-reuss', { organisationIdOrIdentifier: 'reuss', owners: [testPeople[3]] }],
    [
      'prj-7',
      {
        templateIdOrIdentifier: 'project',
        displayName: 'Project 7',
        members: [testPeople[2], testPeople[3]],
      },
    ],
    ['Fails', { members: ['nobody@aare.example'] }],
  ] as const) {
    const answer = await service.call(tenant, '/teams', {
      method: 'POST',
      body: teamRequest(alias, others),
      headers: { prefer: 'wait=20' },
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    made.push((answer.body as { teamId: string }).teamId);
  }
  teamIds = made.toReversed();
});
after(() => service.close());

async function read(path: string, of = tenant): Promise<Page> {
  const answer = await service.call(of, path);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as Page;
}

async function readAll(path: string, of = tenant): Promise<Page['items']> {
  const items: Page['items'] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const page: Page = await read(next.replace(testBaseUrl, ''), of);
    items.push(...page.items);
    next = page.nextLink;
  }
  return items;
}

suite('lists', () => {
  test('give every team once, newest first, whatever the size of the pages', async () => {
    for (const limit of [1, 3, 10, 200]) {
      const items = await readAll(`/teams?limit=${limit}`);
      assert.deepEqual(
        items.map(({ teamId }) => teamId),
        teamIds,
        `limit ${limit}`,
      );
    }
    assert.equal((await read('/teams?limit=10')).nextLink, undefined);
  });

  test('take what is new meanwhile without giving anything twice', async () => {
    const first = await read('/teams?limit=4');
    await service.call(stranger, '/teams', { method: 'POST', body: teamRequest('elsewhere') });
    const rest = await readAll((first.nextLink ?? '').replace(testBaseUrl, ''));
    assert.deepEqual(
      [...first.items, ...rest].map(({ teamId }) => teamId),
      teamIds,
    );
  });

  test('filter by organisation, template, status and alias, alone and together', async () => {
    const aliases = async (query: string) =>
      (await readAll(`/teams?limit=2&${query}`)).map(({ mailNickName }) => mailNickName);
    assert.deepEqual(await aliases('organisation=REUSS'), ['of-reuss']);
    assert.deepEqual(await aliases(`organisation=${tenant.organisationId}&template=project`), [
      'prj-7',
    ]);
    assert.deepEqual(await aliases(`template=${tenant.templateIds.project}`), ['prj-7']);
    assert.equal((await aliases('template=any')).length, 9, 'of both organisations');
    assert.deepEqual(await aliases('status=failed'), ['Fails']);
    assert.deepEqual(await aliases('mailNickName=fAILS'), ['Fails']);
    assert.deepEqual(await aliases('mailNickName=fails&status=succeeded'), []);
    assert.deepEqual(await aliases('mailNickName=absent'), []);
    for (const [query, parameter] of [
      ['organisation=absent', 'organisation'],
      [`organisation=${stranger.organisationId}`, 'organisation'],
      [`organisation=${randomUUID()}&template=project`, 'organisation'],
      ['template=absent', 'template'],
      ['organisation=reuss&template=project', 'template'],
      [`template=${stranger.templateIds.project}`, 'template'],
    ]) {
      const { status, body } = await service.call(tenant, `/teams?${query}`);
      const { code, errors } = body as {
        code: string;
        errors: { parameter: string; code: string }[];
      };
      assert.deepEqual([status, code], [400, 'invalid_query'], query);
      assert.deepEqual(
        errors.map((one) => [one.parameter, one.code]),
        [[parameter, `${parameter}_not_found`]],
      );
    }
  });

  test('filter by the people of the directory and by state', async () => {
    const aliases = async (query: string, of = tenant) =>
      (await readAll(`/teams?limit=2&${query}`, of)).map(({ mailNickName }) => mailNickName);
    const [mara = '', tomas = '', yuki = '', lena = ''] = testPeople;
    assert.equal((await aliases(`responsible=${mara}`)).length, 9, 'not of a failed creation');
    assert.equal((await aliases(`responsible=${mara}&deputy=${tomas.toUpperCase()}`)).length, 9);
    assert.deepEqual(await aliases(`owner=${lena}`), ['of-reuss']);
    assert.equal((await aliases(`owner=${tomas}`)).length, 9, 'a deputy is an owner');
    assert.deepEqual(await aliases(`member=${lena}`), ['prj-7']);
    assert.deepEqual(await aliases(`member=${mara}`), [], 'an owner is no other member');
    assert.deepEqual(await aliases(`owner=${lena}&member=${yuki}&organisation=reuss`), [
      'of-reuss',
    ]);
    assert.deepEqual(await aliases('responsible=nobody@aare.example'), []);
    assert.deepEqual(await aliases(`state=failed`), ['Fails']);
    assert.equal((await aliases(`state=active&template=any&member=${yuki}`)).length, 8);
    assert.deepEqual(await aliases('state=archived'), []);
    assert.deepEqual(await aliases('state=existing'), await aliases('state=active'));

    const [person] = await service.at.database.query<{ id: string }>(
      'select person_id as id from sandbox_people where tenant_id = $1 and email = $2',
      [tenant.tenantId, lena],
    );
    assert.ok(person);
    assert.deepEqual(await aliases(`owner=${person.id.toUpperCase()}`), ['of-reuss']);
    assert.deepEqual(await aliases(`owner=${person.id}`, stranger), []);
    await service.change((changes) =>
      changes.sandboxPeople.remove(testOperator, tenant.tenantId, person.id),
    );
    assert.deepEqual(await aliases(`owner=${person.id}`), ['of-reuss'], 'removed there');
    assert.deepEqual(await aliases(`owner=${lena}`), []);
  });

  test('find the groups that changed since a time', async () => {
    const since = new Date().toISOString();
    const changed = teamIds[5] ?? '';
    const { status } = await service.call(tenant, `/teams/${changed}`, {
      method: 'PATCH',
      body: { description: 'Changed' },
      headers: { prefer: 'wait=20' },
    });
    assert.equal(status, 200);
    const found = async (at: string, of = tenant) =>
      (await readAll(`/teams?changedSince=${at}`, of)).map(({ teamId }) => teamId);
    assert.deepEqual(await found(since), [changed]);
    assert.equal((await found('2000-01-01T00:00:00Z')).length, teamIds.length);
    assert.deepEqual(await found(new Date(Date.now() + 3_600_000).toISOString()), []);
    assert.ok(!(await found('2000-01-01T00:00:00Z', stranger)).includes(changed));
  });

  test('filter by what the last reconciliation found, unless the group was deleted or changed since', async () => {
    const of = await service.addTenant();
    const difference = JSON.stringify([
      { property: 'displayName', expected: 'Plan', observed: 'Fun corner' },
    ]);
    const observed = {
      kind: 'team',
      displayName: 'Fun corner',
      description: null,
      visibility: 'private',
      archived: false,
      ownerIds: [],
      memberCount: 3,
      guestCount: 0,
      responsible: 'enabled',
      deputy: null,
    };
    for (const [alias, drift, findings, version] of [
      ['drifted', difference, [], 0],
      ['orphan', '[]', ['ownerless', 'responsible_unavailable'], 0],
      ['both', difference, ['ownerless'], 0],
      ['outdated', difference, ['ownerless'], 7],
      ['removed', difference, ['ownerless'], 0],
      ['fine', '[]', [], 0],
    ] as const) {
      const { body } = await service.call(of, '/teams', {
        method: 'POST',
        body: teamRequest(alias),
        headers: { prefer: 'wait=20' },
      });
      const { teamId, status } = body as { teamId: string; status: string };
      assert.equal(status, 'succeeded');
      await service.at.database.query(
        `insert into team_observations
           (tenant_id, team_id, seen_at, details_seen_at, observed, drift, findings, record_version, read_due_at)
         select $1, team_id, now(), now(), $6::jsonb, $3, $4, version + $5, now() from teams
         where tenant_id = $1 and team_id = $2
         on conflict (tenant_id, team_id) do update set drift = excluded.drift, findings = excluded.findings,
           record_version = excluded.record_version`,
        [of.tenantId, teamId, drift, findings, version, JSON.stringify(observed)],
      );
    }
    await service.at.database.query(
      `update teams set deleted_at = now() where tenant_id = $1 and mail_nickname = 'removed'`,
      [of.tenantId],
    );
    const aliases = async (query: string) =>
      (await readAll(`/teams?limit=1&${query}`, of)).map(({ mailNickName }) => mailNickName);
    assert.deepEqual(await aliases('finding=differs'), ['both', 'drifted']);
    assert.deepEqual(await aliases('finding=ownerless'), ['both', 'orphan']);
    assert.deepEqual(await aliases('finding=responsible_unavailable&state=active'), ['orphan']);
    assert.deepEqual(await aliases('finding=deputy_unavailable'), []);
    assert.deepEqual(await aliases('finding=any'), ['both', 'orphan', 'drifted']);
    assert.deepEqual((await read('/teams?finding=ownerless', stranger)).items, []);
  });

  test('list every fault of their filters at once', async () => {
    const { status, body } = await service.call(
      tenant,
      '/teams?owner=x&member=y&state=lost&finding=nothing',
    );
    assert.equal(status, 400);
    const { errors } = body as { errors: { parameter: string }[] };
    assert.deepEqual(
      errors.map(({ parameter }) => parameter),
      ['owner', 'member', 'state', 'finding'],
    );
  });

  test('ask no directory about a person who is named by id', async () => {
    const unreachable = await service.addTenant();
    const closed = `https://127.0.0.1:${await freePort()}`;
    await service.change(async (changes) => {
      const { tenantId } = unreachable;
      await changes.tenants.change(testOperator, tenantId, undefined, {
        name: 'Aare',
        directory: {
          kind: 'microsoft365',
          entraTenantId: randomUUID(),
          clientId: randomUUID(),
          credential: 'secret',
          graphBaseUrl: closed,
          loginBaseUrl: closed,
        },
        directorySecretSealed: createEncryption([testEncryptionKey], randomBytes).encrypt(
          'secret',
          connectionSecretPurpose(tenantId),
        ),
      });
    });
    await service.service.refresh();
    const byAddress = await service.call(unreachable, '/teams?owner=mara@aare.example');
    assert.equal(byAddress.status, 503);
    const { code, detail } = byAddress.body as { code: string; detail: string };
    assert.equal(code, 'directory_unavailable');
    assert.match(detail, /cannot/);
    assert.deepEqual((await read(`/teams?owner=${randomUUID()}`, unreachable)).items, []);
  });

  test('give organisations once each, with their id, name and identifier', async () => {
    const items = await readAll('/organisations?limit=1');
    assert.deepEqual(items.map(({ identifier }) => identifier).toSorted(), ['aare', 'reuss']);
    assert.deepEqual(Object.keys(items[0] ?? {}).toSorted(), ['id', 'identifier', 'name']);
  });

  test('refuse the cursor of another tenant or other filters', async () => {
    const { nextLink = '' } = await read('/teams?limit=1');
    const path = nextLink.replace(testBaseUrl, '');
    for (const [of, wrong] of [
      [stranger, path],
      [tenant, `${path}&status=failed`],
      [tenant, path.replace('/teams', '/organisations')],
    ] as const) {
      const answer = await service.call(of, wrong);
      assert.equal(answer.status, 400, wrong);
    }
  });

  test('are kept by no cache', async () => {
    for (const path of ['/teams', '/organisations']) {
      const { headers } = await service.call(tenant, path);
      assert.equal(headers.get('cache-control'), 'private, no-store', path);
    }
  });

  test('show nothing of another tenant', async () => {
    const items = (await read('/teams', stranger)).items;
    assert.ok(items.every(({ teamId }) => !teamIds.includes(teamId)));
    const { items: organisations } = await read('/organisations', stranger);
    assert.equal(organisations.length, 1);
  });
});
