import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createClientCertificate } from '@groupwright/graph-simulator/certificate.ts';
import { parse } from 'yaml';
import { createTestDatabase } from '../../testing/database.ts';

import { runOperator } from '../../testing/operator.ts';
import { limitNames } from '../microsoft-graph/graph-calls.ts';
import { tenantFileSchemas } from './tenant-file.schema.ts';
import { dataParent } from '../../testing/data-parent.ts';

let certificate: string;
before(async () => {
  certificate = await createClientCertificate();
});
const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** An installation without tenants, and its operator command. */
async function install(t: TestContext) {
  const at = await createTestDatabase();
  const directory = await mkdtemp(join(dataParent, 'groupwright-examples-'));
  t.after(async () => {
    await at.close();
    await rm(directory, { recursive: true });
  });
  const env = {
    DATABASE_URL: at.url,
    GROUPWRIGHT_DATA_DIR: directory,
    GROUPWRIGHT_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    GRAPH_CLIENT_SECRET: 'a-client-secret',
    SHAREPOINT_CERTIFICATE: certificate,
    SMTP_PASSWORD: 'a-password',
    OIDC_SECRET: 'a-provider-secret',
    ERP_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
  };
  const operator = (...args: string[]) => runOperator(args, env);
  const file = join(directory, 'tenant.yaml');
  return {
    database: at.database,
    async apply(this: void, text: string, ...options: string[]) {
      await writeFile(file, text);
      return operator('apply', '-f', file, ...options);
    },
    async get(this: void) {
      const [tenant] = await at.database.query<{ tenantId: string }>(
        'select tenant_id from tenants',
      );
      const got = await operator('tenant', 'get', tenant?.tenantId ?? '');
      assert.equal(got.code, 0, got.err);
      return got.out;
    },
  };
}

/** Every member that a tenant file may have. */
const rich = String.raw`
tenant:
  id: 7a1c1a52-8f0e-4f43-9d3a-3f1d5b7a9c11
  name: "Nordlicht: \"a & b\" #1"
  newGroups: ask
  blockedWords: [secret, '1234', 'no', 'straße']
  directory:
    kind: microsoft365
    entraTenantId: 99A7ab56-e434-4457-ac92-aaba252cf320
    clientId: 134251fd-4239-43d2-b53d-c3d3866ce32f
    credential: secret
    secret: { env: GRAPH_CLIENT_SECRET }
    secretExpiresOn: "2031-03-31"
    graphBaseUrl: https://graph.microsoft.us
    loginBaseUrl: https://login.microsoftonline.us/
    limits: { teamCreate: 3, resourceUnits: 8000 }
    sharePoint:
      adminUrl: https://nordlicht-admin.sharepoint.com
      credential: certificate
      clientId: 234251fd-4239-43d2-b53d-c3d3866ce32f
      secret: { env: SHAREPOINT_CERTIFICATE }
  nightlyProbe: { hour: 3, owner: kim.larsen@nordlicht.example, guest: guest@elsewhere.example }
  notices:
    sender: smtp
    from: groups@nordlicht.example
    host: mail.nordlicht.example
    port: 2525
    security: tls
    userName: groups
    password: { env: SMTP_PASSWORD }
    language: de
    timeZone: Europe/Berlin
    hour: 7
    webhookFailureHours: 0
    contact: help@nordlicht.example
    texts:
      de: { subject: '[Gruppen]', intro: "Zeile 1\nZeile 2: ja", footer: '- Ende -', contact: 'Telefon 0' }
      en: null
  signInProvider:
    issuer: https://login.nordlicht.example/realms/staff
    clientId: groupwright
    scope: openid email groups
    emailClaim: upn
    trustsEmail: true
    roleClaim:
      { claim: groups, ownerValues: [gw-owners], administratorValues: [gw-admins, 'it: all'], operatorValues: [gw-ops],
        templateEditorValues: [gw-templates], readerValues: ['007'] }
    secret: { env: OIDC_SECRET }
organisations:
  - identifier: energy
    name: Energy
    steward: steward@nordlicht.example
    templates:
      - identifier: project
        name: Project
        mailNicknamePattern: prj-{{projectCode}}-{{counter}}
        displayNamePattern: 'Project {{projectCode}}'
        counter: { width: 3, per: year, start: 7 }
        transliteration: de
        properties:
          endDate: { type: date, required: true, description: 'The end: a day' }
          size: { type: number, minimum: 1, maximum: 9, default: '3' }
          kind: { type: choice, choices: ['yes', 'no', '007'] }
          projectCode: { type: text, pattern: '[a-z]{2}\d+' }
        policy:
          kind: group
          visibility: public
          minimumOwners: 2
          guestsAllowed: true
          welcomeMail: true
          classification: Internal
          preferredLanguage: de-CH
          defaultOwners: [desk@nordlicht.example]
          defaultMembers: [2b0e5a0a-3c0e-4a50-8a49-1c2d3e4f5a6b]
          responsibility:
            { deputyRequired: true, succession: [deputy, steward], graceDays: 0, acceptWithinDays: 9, remindDays: [1],
              escalateDays: 5, formerResponsible: member, beforeLeaveDays: null, decisions: signed_in }
          notices: { created: [responsible, deputy], failed: [steward] }
          lifecycle:
            expires: { property: endDate, plus: P90D }
            callerMaySet: true
            longest: P2Y
            remindBefore: [P10D]
            renew: { for: P6M, atMost: 2 }
            unanswered: delete
            deleteAfterArchived: P20D
            graceForExisting: P30D
            spreadExisting: P10D
            inactivity: { after: P200D, quietFor: P100D, ask: [steward], within: P20D, unanswered: expire }
            review: { every: P1Y, within: P10D, subjects: [guests], unanswered: keep }
            decisions: signed_in
          approval:
            when: [public, { peopleOver: 50 }]
            operations: [delete, guests]
            stages: [{ by: [manager, 'group:board@nordlicht.example'] }, { by: [cto@nordlicht.example] }]
            remindDays: [1]
            lapse: { after: P3D, as: approved }
            selfApproval: true
            decisions: link
          enforce: { displayName: ignore, archived: report, deletion: restore, owners: restore, label: restore, within: P7D }
          adoption: { match: none, names: conform, graceDays: 1, perDay: 7, ask: nobody }
          protection: { required: true }
          guests: { invite: true, domains: [partner.example], longest: P180D }
          settings: { guests: allow, hideFromOutlook: true, hideFromAddressLists: false, sensitivityLabel: 334251FD-4239-43d2-b53d-c3d3866ce32f }
          changes: { delete: false, archive: false, displayName: true }
      - identifier: team
        name: Team
        mailNicknamePattern: ''
        displayNamePattern: ''
        policy:
          changes: { description: false, visibility: false, responsible: false, owners: false, members: false, properties: false }
          enforce: { description: restore, visibility: ignore, settings: restore }
          channels: [{ displayName: Planning, description: "Dates\nand tasks" }, { displayName: 'null' }]
          lifecycle: { expires: { on: '2031-12-31' }, inactivity: null, review: null }
          settings:
            guests: leave
            members: { createChannels: false, createPrivateChannels: true, deleteChannels: false, addApps: false, tabs: true, connectors: false }
            guestMembers: { createChannels: false, deleteChannels: false }
            messages: { edit: true, delete: false, ownerDelete: true, teamMentions: false, channelMentions: true }
            fun: { giphy: strict, stickers: false, memes: true }
      - identifier: plain
        name: 'yes'
        mailNicknamePattern: ''
        displayNamePattern: ''
        policy: { lifecycle: { expires: { after: P1Y } }, approval: { when: { peopleOver: 9 }, stages: [{ by: [cto@nordlicht.example] }] } }
  - identifier: water
    name: Water
webhooks:
  - url: https://erp.example/hooks
    description: 'ERP: all'
    types: [group.succeeded]
    organisations: [water, energy]
    templates: [energy/team]
    enabled: false
    signing: ed25519
  - url: https://itsm.example
    secret: { env: ERP_WEBHOOK_SECRET }
`;

/** The people of a sandbox. */
const people = `
tenant:
  id: 8a1c1a52-8f0e-4f43-9d3a-3f1d5b7a9c11
  name: Sandbox
  directory: { kind: sandbox, replicationDelayMs: 5, teamCreationMs: 7 }
organisations: []
people:
  - { id: 9A1c1a52-8f0e-4f43-9d3a-3f1d5b7a9c11, email: ada@nordlicht.example, name: 'Ada: "A"', kind: guest, enabled: false }
  - { email: max@nordlicht.example, name: Max, managerEmail: ada@nordlicht.example, language: de-CH, leavesOn: '2031-03-31' }
webhooks: []
`;

const files = globSync(['docs/examples/*.yaml', 'packages/service/src/app/demo/tenant.yaml'], {
  cwd: root,
}).map((name) => ({
  name,
  // The demo gives its tenant an id.
  text: readFileSync(join(root, name), 'utf8').replace(
    /^tenant:\n(?! {2}id:)/m,
    '$&  id: 6a1c1a52-8f0e-4f43-9d3a-3f1d5b7a9c11\n',
  ),
}));

for (const { name, text } of [
  ...files,
  { name: 'every member', text: rich },
  { name: 'people', text: people },
]) {
  test(`a tenant file (${name}) can be applied to a new installation, and is what tenant get prints`, async (t) => {
    const { apply, get } = await install(t);
    const applied = await apply(text);
    assert.equal(applied.code, 0, applied.err);
    assert.match(applied.out, /\n[1-9]\d* to create, 0 to change, 0 to delete\.\nDone\.\n/);
    assert.match((await apply(text)).out, /^Nothing to change: /);
    const printed = await get();
    const again = await apply(printed, '--prune');
    assert.match(again.out, /^Nothing to change: /, again.err);

    // Elsewhere it makes the same tenant, once it says where the secrets are.
    const other = await install(t);
    const withSecrets = printed
      .replace(/^( +)credential: secret$/m, '$&\n$1secret: { env: GRAPH_CLIENT_SECRET }')
      .replace(/^( +)credential: certificate$/m, '$&\n$1secret: { env: SHAREPOINT_CERTIFICATE }')
      .replace(/^( +)userName: .*$/m, '$&\n$1password: { env: SMTP_PASSWORD }')
      .replace(/^( +)issuer: .*$/m, '$&\n$1secret: { env: OIDC_SECRET }');
    const made = await other.apply(withSecrets);
    assert.equal(made.code, 0, made.err);
    assert.equal(await other.get(), printed);
  });
}

/** `member.member`; entries of lists and of maps are `*`. */
function pathsOfSchema(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { anyOf, items, properties, patternProperties } = schema as {
    anyOf?: readonly unknown[];
    items?: unknown;
    properties?: object;
    patternProperties?: object;
  };
  const within = (name: string, inner: unknown) => {
    const at = path === '' ? name : `${path}.${name}`;
    return [at, ...pathsOfSchema(inner, at)];
  };
  return [
    ...(anyOf ?? []).flatMap((one) => pathsOfSchema(one, path)),
    ...(items === undefined ? [] : pathsOfSchema(items, `${path}.*`)),
    ...Object.entries(properties ?? {}).flatMap(([name, inner]) => within(name, inner)),
    ...Object.values(patternProperties ?? {}).flatMap((inner) => within('*', inner)),
  ];
}

function pathsOfValue(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((entry: unknown) => pathsOfValue(entry, `${path}.*`));
  }
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return [at].concat(pathsOfValue(inner, at));
  });
}

test('every member of a tenant file is in the one that tenant get is tried with', () => {
  const written = new Set([rich, people].flatMap((text) => pathsOfValue(parse(text))));
  // The names of properties are free.
  const isWritten = (path: string) =>
    written.has(path) ||
    [...written].some((one) => new RegExp(`^${path.replaceAll('*', '[^.]+')}$`).test(one));
  // A secret is in an environment variable or in a file; texts have one shape for each language, and limits for each call.
  const isLikeAnother = (path: string) =>
    /\.(?:secret|password)\.file$|\.texts\.(?:en|fr|es)\b/.test(path) ||
    limitNames.some((name) => path === `tenant.directory.limits.${name}`);
  const missing = Object.values(tenantFileSchemas)
    .flatMap((schema) => pathsOfSchema(schema))
    .filter((path) => !isWritten(path) && !isLikeAnother(path));
  assert.deepEqual([...new Set(missing)], []);
});

test('an address that an administrator gave is a comment in the file, and stays untrusted', async (t) => {
  const { apply, get, database } = await install(t);
  assert.equal((await apply(rich)).code, 0);
  await database.query(
    `update tenants set directory = directory || '{"addressesGivenBy": "administrator"}',
      notices = notices || '{"addressGivenBy": "administrator"}'`,
  );
  const printed = await get();
  assert.match(printed, /\n {2}# directory:\n {2}# {3}kind: microsoft365\n/);
  assert.match(printed, /\n {2}# notices:\n {2}# {3}sender: smtp\n/);
  assert.match((await apply(printed)).out, /^Nothing to change: /);
  const uncommented = printed.replace(/^ {2}# (?!The )/gm, '  ');
  const changed = await apply(uncommented);
  assert.match(changed.out, /directory\.addressesGivenBy: "administrator" → \(none\)/);
});

test('a webhook that is limited to a deleted organisation, or has an address twice, stays as it is', async (t) => {
  const { apply, get, database } = await install(t);
  assert.equal((await apply(rich)).code, 0);
  await database.query(
    `update webhook_endpoints set organisation_ids = array['5a1c1a52-8f0e-4f43-9d3a-3f1d5b7a9c11'::uuid]
     where url = 'https://erp.example/hooks'`,
  );
  const printed = await get();
  assert.match(printed, /\n# The webhook endpoint \S+ is limited to what was deleted: /);
  assert.match((await apply(printed)).out, /\nNothing to change: /);
});
