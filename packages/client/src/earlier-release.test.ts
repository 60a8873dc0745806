// The SDK of a release that knew no approvals follows approved and rejected creations to their end: callers keep their
// SDK for years. `earlier-release/client.mjs` is its bundle, built from the sources at 431e45b (decision 0121).
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  startTestService,
  teamRequest,
  testOperator,
  testPeople,
  type TestService,
} from '../../service/testing/service.ts';
import type * as sdkOfToday from './index.ts';
import type { TeamRequest } from './types.ts';

const bundle = new URL('testing/earlier-release/client.mjs', import.meta.url).href;
const [mara, tomas, yuki] = testPeople as [string, string, string];
type Sdk = typeof sdkOfToday;

let service: TestService;
let sdk: Sdk;
let client: ReturnType<Sdk['createClient']>;

before(async () => {
  sdk = (await import(bundle)) as Sdk;
  service = await startTestService();
  const tenant = await service.addTenant();
  await service.change(({ templates }) =>
    templates.create(testOperator, tenant.tenantId, tenant.organisationId, {
      name: 'Approved',
      identifier: 'approved',
      mailNicknamePattern: '',
      displayNamePattern: '',
      policy: {
        approval: { stages: [{ by: [tomas] }, { by: [yuki] }], operations: ['public', 'delete'] },
      },
    }),
  );
  await service.service.refresh();
  client = sdk.createClient({
    baseUrl: service.address,
    credentials: { tenantId: tenant.tenantId, keyId: tenant.keyId, secret: tenant.secret },
  });
});
after(() => service.close());

const request = (mailNickName: string): TeamRequest => ({
  displayName: teamRequest(mailNickName).displayName,
  mailNickName,
  responsible: mara,
  organisationIdOrIdentifier: 'aare',
  templateIdOrIdentifier: 'approved',
  owners: [],
  members: [],
});

suite('an SDK that knows no approvals', () => {
  test('follows an approved creation to its end', async () => {
    const creation = await client.createTeam(request('sandbox-approved-1'));
    assert.equal((await creation.waitUntilDone()).status, 'succeeded');
  });

  test('follows a rejected creation to its end, and the alias is free then', async () => {
    const rejected = request('sandbox-rejected-1');
    const { teamId } = await client.createTeam(rejected);
    const seen = new Set<string>();
    for await (const { status } of client.followTeam(teamId)) seen.add(status);
    assert.ok(seen.has('awaiting_approval') && seen.has('failed'), [...seen].join());
    const again = await client.createTeam({ ...rejected, templateIdOrIdentifier: 'any' });
    assert.equal((await again.waitUntilDone()).status, 'succeeded');
    const failing = await client.createTeam(request('sandbox-rejected-2'));
    await assert.rejects(failing.waitUntilDone(), /rejected the group: The alias asks/);
  });

  test('follows operations that wait for an approval to their end', async () => {
    const creation = await client.createTeam(request('sandbox-approved-2'));
    await creation.waitUntilDone();
    const team = client.team(creation.teamId);
    const changed = await (await team.change({ visibility: 'public' })).waitUntilDone();
    assert.equal(changed.status, 'succeeded');
    const deletion = await team.delete();
    const seen = new Set<string>();
    for await (const { status } of team.followOperation(deletion.operationId)) seen.add(status);
    assert.ok(seen.has('awaiting_approval') && seen.has('succeeded'), [...seen].join());
  });
});
