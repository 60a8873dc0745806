import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DirectoryConnection } from '../directory/connection.ts';
import { groupLinks } from './group-links.ts';

const group = {
  groupId: '6a1c2a6e-7a2f-4a9b-9d58-0d3f5d0a4f11',
  mail: 'harbour@contoso.com',
  webUrl: 'https://teams.microsoft.com/l/team/19%3Aharbour',
};

const signedInAt = (loginBaseUrl: string): DirectoryConnection => ({
  kind: 'microsoft365',
  entraTenantId: '6a1c2a6e-7a2f-4a9b-9d58-0d3f5d0a4f12',
  graphBaseUrl: 'https://graph.microsoft.com/v1.0',
  loginBaseUrl,
  limits: {},
  credential: 'secret',
  clientId: '6a1c2a6e-7a2f-4a9b-9d58-0d3f5d0a4f13',
});

const hostsOf = (connection: DirectoryConnection, of = group) =>
  groupLinks(connection, of).map(({ app, url }) => `${app} ${new URL(url).host}`);

test('a team in the global cloud opens in Teams, Outlook and the Entra admin center', () => {
  const links = groupLinks(signedInAt('https://login.microsoftonline.com'), group);
  assert.deepEqual(
    links.map(({ url }) => url),
    [
      group.webUrl,
      'https://outlook.office.com/groups/contoso.com/harbour/mail',
      `https://entra.microsoft.com/#view/Microsoft_AAD_IAM/GroupDetailsMenuBlade/~/Overview/groupId/${group.groupId}`,
    ],
  );
});

test('a national cloud has its own Entra admin center, and no link to a page of the global cloud', () => {
  assert.deepEqual(hostsOf(signedInAt('https://login.microsoftonline.us')), [
    'teams teams.microsoft.com',
    'entra entra.microsoft.us',
  ]);
  assert.deepEqual(hostsOf(signedInAt('https://login.partner.microsoftonline.cn')), [
    'teams teams.microsoft.com',
    'entra entra.microsoftonline.cn',
  ]);
});

test('an unknown cloud has the link that the directory gave, alone', () => {
  assert.deepEqual(hostsOf(signedInAt('https://login.example')), ['teams teams.microsoft.com']);
});

test('a group without a team or mailbox has no link to them, and the sandbox has none', () => {
  const plain = { groupId: group.groupId, mail: undefined, webUrl: undefined };
  const connection = signedInAt('https://login.microsoftonline.com');
  assert.deepEqual(
    groupLinks(connection, plain).map(({ app }) => app),
    ['entra'],
  );
  assert.deepEqual(
    groupLinks({ kind: 'sandbox', replicationDelayMs: 0, teamCreationMs: 0 }, group),
    [],
  );
});
