// The channels of a team and the site of a group, as Microsoft Graph answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import { allPermissions } from '@groupwright/graph-simulator/tenant.ts';
import { answering } from '../../testing/answering-graph.ts';
import { openSimulatedGraph } from '../../testing/simulated-graph.ts';
import { DirectoryError } from '../directory/directory.ts';

const call = { signal: new AbortController().signal, teamId: 'workspace' };
const groupId = '99999999-9999-4999-8999-999999999999';

const openGraph = (permissions: readonly string[]) =>
  openSimulatedGraph({
    seed: 'workspace',
    profile: calm,
    tenants: [{ people: 2, permissions }],
    inProcess: true,
  });

async function makeGroup(
  { simulator, clock }: Awaited<ReturnType<typeof openGraph>>,
  directory: ReturnType<Awaited<ReturnType<typeof openGraph>>['connect']>,
) {
  const owner = simulator.tenants[0]?.users[0]?.id ?? '';
  const made = await clock.run(
    directory.createGroup(
      {
        marker: groupId,
        displayName: 'Harbour',
        description: null,
        mailNickname: 'harbour',
        visibility: 'private',
        welcomeMail: false,
        ownerIds: [owner],
        memberIds: [],
      },
      call,
    ),
  );
  return made.groupId;
}

test('the address of a site is read with the permission for sites, once there is one', async () => {
  const graph = await openGraph([...allPermissions, 'Sites.Read.All']);
  const directory = graph.connect();
  const id = await makeGroup(graph, directory);
  assert.equal(await graph.clock.run(directory.readSiteUrl(id, call)), undefined);
  await graph.clock.run(graph.clock.wait(60_000));
  assert.equal(
    await graph.clock.run(directory.readSiteUrl(id, call)),
    'https://contoso.sharepoint.com/sites/harbour',
  );
  assert.deepEqual(graph.simulator.journal.violations, []);
  await graph.close();
});

test('without the permission for sites, the error names it', async () => {
  const graph = await openGraph(allPermissions);
  const directory = graph.connect();
  const id = await makeGroup(graph, directory);
  await assert.rejects(graph.clock.run(directory.readSiteUrl(id, call)), (error: unknown) => {
    assert.ok(error instanceof DirectoryError);
    assert.equal(error.code, 'permission_missing');
    assert.match(error.message, /Sites\.Read\.All/);
    return true;
  });
  await graph.close();
});

const channel = (id: string, others: object) => ({ id, displayName: id, ...others });
const bodyOf = (value: readonly object[], next?: string) => ({
  body: JSON.stringify({ value, ...(next !== undefined && { '@odata.nextLink': next }) }),
});

test('channels of each kind are read on all pages, and shared ones are asked for', async () => {
  const { directory, requests } = answering(
    bodyOf(
      [channel('General', { membershipType: 'standard', webUrl: 'https://teams.example/1' })],
      'https://graph.microsoft.com/v1.0/teams/next?page=2',
    ),
    bodyOf([
      channel('Board', { membershipType: 'private', description: '' }),
      channel('Audit', { membershipType: 'shared', description: 'With the auditors' }),
      channel('Early', { membershipType: null }),
    ]),
  );
  const channels = await directory.listChannels(groupId, call);
  assert.deepEqual(
    channels?.map(({ displayName, kind, description }) => [displayName, kind, description]),
    [
      ['Audit', 'shared', 'With the auditors'],
      ['Board', 'private', null],
      ['Early', 'standard', null],
      ['General', 'standard', null],
    ],
  );
  assert.equal(requests.length, 2);
  assert.equal(
    requests[0]?.headers['prefer'] ?? requests[0]?.headers['Prefer'],
    'include-unknown-enum-members',
  );
});

test('an address that is no https address makes no link', async () => {
  for (const webUrl of ['javascript:alert(1)', 'http://contoso.example', 'no address', null]) {
    const { directory } = answering(bodyOf([channel('General', { webUrl })]), {
      body: JSON.stringify({ webUrl }),
    });
    const [first] = (await directory.listChannels(groupId, call)) ?? [];
    assert.equal(first?.webUrl, undefined);
    assert.equal(await directory.readSiteUrl(groupId, call), undefined);
  }
});
