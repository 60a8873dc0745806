import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { findSecret } from '../settings/api-keys/secret.ts';
import { createChanges } from '../settings/configuration/changes.postgres.ts';
import { connectionSecretPurpose } from '../settings/tenants/connection-secret.ts';
import { createEncryption } from '../ground/encryption/encryption.ts';
import { createIdGenerator } from '../ground/identifiers.ts';
import { createTargetAddresses } from '../outbound/target-addresses.ts';
import { createConnectTenant } from '../settings/tenants/connect-tenant.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { runOperator } from '../../testing/operator.ts';
import { startOperator } from '../../testing/operator-process.ts';

const key = randomBytes(32);
const clock = { now: () => Date.now() };
const deps = { clock, createId: createIdGenerator({ clock, randomBytes }), randomBytes };

let test: TestDatabase;
let directory: string;
before(async () => {
  test = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'groupwright-operator-'));
});
after(async () => {
  await test.close();
  await rm(directory, { recursive: true });
});

function operator(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return runOperator(args, { ...ownEnvironment(), ...env });
}

const ownEnvironment = () => ({
  DATABASE_URL: test.url,
  GROUPWRIGHT_DATA_DIR: directory,
  GROUPWRIGHT_ENCRYPTION_KEY: key.toString('base64'),
});

/** The state that an apply may change, and the activity that it must have recorded. */
async function stateOf(tenantId: string) {
  const rows = (query: string) => test.database.query(query, [tenantId]);
  return {
    tenant: await rows('select name, directory, version from tenants where tenant_id = $1'),
    organisations: await rows(
      'select name, identifier, version from organisations where tenant_id = $1 and deleted_at is null order by 2',
    ),
    templates: await rows(
      'select name, identifier, policy, version from templates where tenant_id = $1 and deleted_at is null order by 2',
    ),
    people: await rows('select email, enabled from sandbox_people where tenant_id = $1 order by 1'),
    activity: await rows(
      'select action, actor_kind, actor_id from activity where tenant_id = $1 order by activity_id',
    ),
  };
}

async function apply(text: string, ...args: string[]) {
  const path = join(directory, 'tenant.yaml');
  await writeFile(path, text);
  return operator(['apply', '-f', path, ...args]);
}

let tenantId: string;
beforeEach(() => {
  tenantId = deps.createId();
});

const file = (organisations: string, people = '') => `
tenant:
  id: ${tenantId}
  name: Nordlicht
  directory: { kind: sandbox }
organisations:
${organisations}
${people}`;
const energy = (templates: string) => `
  - identifier: energy
    name: Energy
    templates: [${templates}]`;
const template = (identifier: string, more = '') =>
  `{ identifier: ${identifier}, name: T, mailNicknamePattern: '${identifier}-{{n}}', displayNamePattern: '' ${more} }`;
const people = `
people:
  - { email: ada@nordlicht.example, name: Ada }
  - { email: max@nordlicht.example, name: Max, enabled: false }
`;

describe('operator apply', () => {
  it('shows the difference first, carries it out once, and then has nothing to change', async () => {
    const text = file(energy(template('project', ', policy: { minimumOwners: 2 }')), people);
    const diff = await apply(text, '--preview');
    assert.equal(diff.code, 0, diff.err);
    assert.match(diff.out, /^\+ tenant .*\n {4}name: "Nordlicht"/);
    assert.match(
      diff.out,
      /\+ template energy\/project\n(?: {4}.*\n)*? {4}policy\.minimumOwners: 2\n/,
    );
    assert.match(diff.out, /5 to create, 0 to change, 0 to delete\.\nPreview only/);
    const untouched = await stateOf(tenantId);
    assert.deepEqual(Object.values(untouched), [[], [], [], [], []]);

    const applied = await apply(text);
    assert.equal(applied.out, diff.out.replace(/Preview only.*/, 'Done.'));
    const state = await stateOf(tenantId);
    assert.equal(state.people.length, 2);
    assert.deepEqual(
      state.activity.map(({ action }) => action),
      [
        'tenant.created',
        'organisation.created',
        'template.created',
        'person.added',
        'person.added',
      ],
    );
    assert.equal(state.activity[0]?.['actorKind'], 'operator');
    assert.equal(state.activity[0]['actorId'], userInfo().username);

    const again = await apply(text);
    assert.equal(again.out, `Nothing to change: tenant ${tenantId} matches the file.\n`);
    assert.deepEqual(await stateOf(tenantId), state);
  });

  it('says in a preview how many existing groups await an approval under a changed policy', async () => {
    const withPolicy = (policy: string) =>
      file(energy(template('project', `, policy: { ${policy} }`)), people);
    const approval = 'approval: { when: never, operations: [delete], stages: [{ by: [manager] }] }';
    await apply(withPolicy('minimumOwners: 1'));
    const preview = await apply(withPolicy(`minimumOwners: 1, ${approval}`), '--preview');
    assert.match(
      preview.out,
      /approval of the template project, operations of 0 of 0 existing groups await an approval from now on\. Requests/,
    );
    const without = await apply(withPolicy('minimumOwners: 2'), '--preview');
    assert.doesNotMatch(without.out, /approval/);
  });

  it('says in a preview what a changed steward and changed notices do to groups, with what records cannot tell', async () => {
    const policy = ', policy: { enforce: { visibility: restore } }';
    const text = file(energy(template('project', policy)), people);
    const notices = (hour: number) => (given: string) =>
      given.replace('sandbox }', `sandbox }\n  notices: { sender: outbox, hour: ${hour} }`);
    await apply(notices(8)(text));
    const changed = notices(9)(text).replace(
      'name: Energy',
      'name: Energy\n    steward: ada@nordlicht.example',
    );
    const { out, err } = await apply(changed, '--preview');
    assert.match(out, /The steward of the organisation energy applies to 0 existing groups\./, err);
    assert.match(out, /The notices of the tenant apply to 0 existing groups\./);
    assert.match(
      out,
      /handovers and questions about who answers for a group are those that happened/,
    );
    assert.match(out, /Preview only: nothing was changed\.\n$/);
    const same = await apply(notices(8)(text).replace('name: T', 'name: U'), '--preview');
    assert.doesNotMatch(same.out, /steward|The notices/);
  });

  it('leaves alone what the file does not name, until --prune deletes it', async () => {
    await apply(file(energy(`${template('project')}, ${template('team')}`), people));
    const smaller = file(
      energy(template('project', ', policy: { visibility: public }')),
      people.replace(/.*max@.*\n/, ''),
    );
    const kept = await apply(smaller);
    assert.match(
      kept.out,
      /~ template energy\/project\n {4}policy.visibility: "private" → "public"/,
    );
    assert.match(kept.out, /template energy\/team is not in the file and stays unchanged/);
    assert.match(kept.out, /person max@nordlicht.example is not in the file/);
    assert.equal((await stateOf(tenantId)).templates.length, 2);

    const pruned = await apply(smaller, '--prune');
    assert.match(pruned.out, /- template energy\/team\n- person max@/);
    const state = await stateOf(tenantId);
    assert.deepEqual(
      state.templates.map(({ identifier }) => identifier),
      ['project'],
    );
    assert.equal(state.people.length, 1);

    const none = file(' []', 'people: []').replace('organisations:\n []', 'organisations: []');
    assert.match((await apply(none, '--prune')).out, /- template .*\n- organisation energy\n/);
    assert.equal((await stateOf(tenantId)).organisations.length, 0);
  });

  it('changes nothing when a part is refused, and says every part', async () => {
    await apply(file(energy(`${template('project')}, ${template('team')}`)));
    await test.database.query(
      `insert into teams (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname,
        alias_key, people, properties, policy, created_at, created_by, request_id)
      select tenant_id, gen_random_uuid(), organisation_id, template_id, 'x', 'x', identifier, '{}', '{}', '{}',
        now(), 'x', 'x' from templates where tenant_id = $1`,
      [tenantId],
    );
    const state = await stateOf(tenantId);
    const refused = await apply(file(energy(template('new'))), '--prune');
    assert.equal(refused.code, 3);
    assert.match(refused.err, /template energy\/project: .*cannot be deleted/);
    assert.match(refused.err, /template energy\/team: .*cannot be deleted/);
    assert.match(refused.err, /Nothing was changed/);
    assert.deepEqual(await stateOf(tenantId), state);
  });

  it('names every fault of a file with line and column', async () => {
    const { code, err } = await apply(`tenant:
  nam: Nordlicht
  directory: { kind: sandbx }
organisations:
  - identifier: energy
    name: Energy
    templates:
      - identifier: project
        name: Project
        mailNicknamePattern: prj-{{a}}{{b}}
        displayNamePattern: 7
people:
  - { email: ada@nordlicht.example, name: Ada }
  - { email: ADA@nordlicht.example, name: Ada }
`);
    assert.equal(code, 2);
    const faults = err
      .trim()
      .split('\n')
      .map((line) => line.slice(line.indexOf('tenant.yaml:') + 'tenant.yaml:'.length));
    assert.deepEqual(faults, [
      '2:3: tenant/nam is unknown; did you mean name?',
      '2:3: tenant/name is missing.',
      '3:22: tenant/directory/kind must be one of "sandbox", "microsoft365"; did you mean sandbox?',
      '10:30: Character 10: Put text before {{b}}, so that the previous placeholder has a clear end.',
      '11:29: organisations/0/templates/0/displayNamePattern must be a string, not a number.',
      '14:14: The address ada@nordlicht.example appears twice.',
    ]);
    const broken = await apply('tenant:\n  name: a\n  name: b\n foo: [\n');
    assert.equal(broken.code, 2);
    assert.match(
      broken.err,
      /tenant\.yaml:3:3: The name appears twice in its object\.\n.*tenant\.yaml:4:1: /,
    );
  });

  it("encrypts the connection's secret and never shows it", async () => {
    const text = `
tenant:
  id: ${tenantId}
  name: Nordlicht
  directory:
    kind: microsoft365
    entraTenantId: 1b0e5a0a-3c0e-4a50-8a49-1c2d3e4f5a6b
    clientId: 2b0e5a0a-3c0e-4a50-8a49-1c2d3e4f5a6b
    credential: secret
    secret: { env: ENTRA_SECRET }
`;
    const path = join(directory, 'microsoft.yaml');
    await writeFile(path, text);
    const run = (secret: string) => operator(['apply', '-f', path], { ENTRA_SECRET: secret });
    const stored = async () => {
      const [row] = await test.database.query<{ directorySecret: string }>(
        'select directory_secret from tenants where tenant_id = $1',
        [tenantId],
      );
      return row?.directorySecret ?? '';
    };
    const open = (ciphertext: string) =>
      createEncryption([key], randomBytes).decrypt(ciphertext, connectionSecretPurpose(tenantId));

    assert.equal((await run('')).code, 2);
    for (const name of ['__proto__', 'constructor', 'toString']) {
      await writeFile(path, text.replace('ENTRA_SECRET', `"${name}"`));
      const inherited = await run('first~secret');
      assert.equal(inherited.code, 2);
      assert.match(
        inherited.err,
        new RegExp(`The secret is missing: the variable ${name} is empty`),
      );
    }
    await writeFile(path, Buffer.from(text, 'utf16le'));
    assert.match(
      (await run('first~secret')).err,
      /is not in UTF-8\. Save it as UTF-8 instead of UTF-16/,
    );
    const endless = await operator(['apply', '-f', '/dev/zero']);
    assert.equal(endless.code, 2);
    assert.match(endless.err, /\/dev\/zero has more than 64 MiB/);
    await writeFile(path, `\uFEFF${text}`);
    await writeFile(path, text.replace('credential: secret', 'credential: certificate'));
    const noPem = await run('first~secret');
    assert.equal(noPem.code, 2);
    assert.match(noPem.err, /tenant\/directory\/secret: This is not a PEM file\. Convert a PFX/);
    await writeFile(path, text);
    const first = await run('first~secret');
    assert.equal(first.code, 0, first.err);
    assert.equal(open(await stored()), 'first~secret');
    assert.match((await run('first~secret')).out, /Nothing to change/);
    const second = await run('second~secret');
    assert.match(second.out, /directory\.secret: "\(unchanged\)" → "\(set\)"/);
    assert.equal(open(await stored()), 'second~secret');
    const ciphertext = await stored();
    const withoutSecret = text.replace(/^ +secret: .*$/m, '').replace(': secret', ': certificate');
    const otherKind = await apply(withoutSecret);
    assert.equal(otherKind.code, 3);
    assert.match(otherKind.err, /The connection requires its certificate/);

    const lent = await apply(
      text
        .replace(/^ +(?:secret|clientId): .*\n/gm, '')
        .replace('credential: secret', 'credential: managed_identity'),
    );
    assert.equal(lent.code, 0, lent.err);
    assert.match(lent.out, /directory\.clientId: ".*" → \(none\)/);
    assert.equal(await stored(), '');

    const activity = JSON.stringify([
      first,
      second,
      await test.database.query('select * from activity where tenant_id = $1', [tenantId]),
    ]);
    assert.doesNotMatch(activity, /(?:first|second)~secret/);
    assert.ok(ciphertext !== '' && !activity.includes(ciphertext));
  });
});

describe('operator apply and the admin center', () => {
  const microsoft = (more: string) => `
tenant:
  id: ${tenantId}
  name: Nordlicht
  directory:
    kind: microsoft365
    entraTenantId: 1b0e5a0a-3c0e-4a50-8a49-1c2d3e4f5a6b
    clientId: 2b0e5a0a-3c0e-4a50-8a49-1c2d3e4f5a6b
    credential: workload_identity
    ${more}
`;
  const withoutConnection = (name: string) => `tenant:\n  id: ${tenantId}\n  name: ${name}\n`;

  /** The admin center does the same. */
  async function connect(clientId: string): Promise<void> {
    const encryption = createEncryption([key], randomBytes);
    const targets = createTargetAddresses([]);
    const administrator = { kind: 'administrator', id: 'ada@nordlicht.example' } as const;
    await test.database.transaction(async (transaction) => {
      const changes = createChanges(transaction, deps);
      const tenant = await changes.stores.tenants.find(tenantId);
      await createConnectTenant({ encryption, targets }).toMicrosoft365(
        changes,
        administrator,
        tenantId,
        tenant?.version ?? 0,
        {
          entraTenantId: '1b0e5a0a-3c0e-4a50-8a49-1c2d3e4f5a6b',
          clientId,
          credential: 'secret',
          secret: 'administrators~secret',
          graphBaseUrl: 'https://graph.example',
        },
      );
    });
  }

  it('shows what an administrator changed of the connection, and makes it what the file says', async () => {
    assert.equal((await apply(microsoft(''))).code, 0);
    await connect('3b0e5a0a-3c0e-4a50-8a49-1c2d3e4f5a6b');
    const diff = await apply(microsoft(''), '--preview');
    for (const line of [
      'directory.clientId: "3b0e5a0a-3c0e-4a50-8a49-1c2d3e4f5a6b" → "2b0e5a0a-3c0e-4a50-8a49-1c2d3e4f5a6b"',
      'directory.credential: "secret" → "workload_identity"',
      'directory.graphBaseUrl: "https://graph.example" → "https://graph.microsoft.com"',
      'directory.addressesGivenBy: "administrator" → (none)',
      'directory.secret: "(unchanged)" → null',
    ]) {
      assert.ok(diff.out.includes(line), `${line} in ${diff.out}`);
    }
    assert.equal((await apply(microsoft(''))).code, 0);
    assert.match((await apply(microsoft(''))).out, /Nothing to change/);
  });

  it('leaves the connection to the administrators where the file says nothing of it', async () => {
    const early = await apply(withoutConnection('Nordlicht'));
    assert.deepEqual([early.code, early.out], [3, '']);
    assert.match(early.err, /Set its connection in tenant.directory/);
    assert.equal((await apply(microsoft(''))).code, 0);
    await connect('3b0e5a0a-3c0e-4a50-8a49-1c2d3e4f5a6b');
    assert.match((await apply(withoutConnection('Nordlicht'))).out, /Nothing to change/);

    const [before] = (await stateOf(tenantId)).tenant as { directory: object }[];
    const renamed = await apply(withoutConnection('Nordlicht Group'));
    assert.match(renamed.out, /name: "Nordlicht" → "Nordlicht Group"\n\n0 to create, 1 to change/);
    const [later] = (await stateOf(tenantId)).tenant as { directory: object }[];
    assert.deepEqual(later?.directory, before?.directory);

    const withPeople = await apply(`${withoutConnection('Nordlicht')}${people}`);
    assert.equal(withPeople.code, 3);
    assert.match(withPeople.err, /Remove people from the file/);
  });
});

describe('operator reconcile', () => {
  it('resolves the drift and reports it later', async () => {
    await apply(
      file(energy(template('project')), 'people:\n  - { email: ada@nordlicht.example, name: Ada }'),
    );
    const reconcile = (...args: string[]) => operator(['reconcile', '--tenant', tenantId, ...args]);
    assert.match((await reconcile('--last')).out, /has not been reconciled yet/);
    const marker = deps.createId();
    await test.database.query(
      `insert into sandbox_groups (tenant_id, group_id, marker, display_name, mail_nickname, visibility,
         owner_ids, member_ids, created_at, visible_at)
       select $1, gen_random_uuid(), $2, 'Lost', 'project-7', 'private', array[person_id], '{}', now(), now()
       from sandbox_people where tenant_id = $1`,
      [tenantId, marker],
    );
    const planned = await reconcile('--preview');
    assert.match(planned.out, new RegExp(`adopt +${marker} +project-7 +energy/project`));
    assert.match((await reconcile('--last')).out, /has not been reconciled yet/);
    const done = await reconcile();
    assert.match(
      done.out,
      new RegExp(`adopt +${marker} +project-7 +The group was found .* adopted`),
    );
    assert.match((await reconcile()).out, /^The records account for every group/);
    const last = await reconcile('--last');
    assert.match(last.out, new RegExp(`Reconciled at .* by operator ${userInfo().username}, in`));
    assert.match(last.out, /The records account for every group[^]*Next reconciliation at/);
  });
});

describe('operator key', () => {
  it('prints a secret once, lists keys without it, and revokes', async () => {
    const made = await operator(['tenant', 'create', '--name', 'Keys', '--id', tenantId, '--json']);
    assert.deepEqual(JSON.parse(made.out), { tenantId, name: 'Keys' });
    const create = await operator(['key', 'create', '--tenant', tenantId, '--name', 'ERP']);
    const secret = /secret +(gwk_\w+)/.exec(create.out)?.[1] ?? '';
    const keyId = /keyId +([\w-]+)/.exec(create.out)?.[1] ?? '';
    const [stored] = await test.database.transaction((transaction) =>
      createChanges(transaction, deps).stores.apiKeys.list(tenantId),
    );
    assert.ok(findSecret(stored, secret));

    const list = await operator(['key', 'list', '--tenant', tenantId]);
    assert.match(list.out, /groups:create groups:read +all +all +any +any +ERP/);
    const organisation = { name: 'Aare', identifier: 'aare' };
    await test.database.transaction((transaction) =>
      createChanges(transaction, deps).organisations.create(
        { kind: 'operator', id: 'test' },
        tenantId,
        organisation,
      ),
    );
    const access = ['--scope', 'groups:read', '--scope', 'groups:change', '--organisation', 'aare'];
    const changed = await operator(['key', 'change', keyId, '--tenant', tenantId, ...access]);
    assert.match(changed.out, /API key "ERP" was changed/);
    const limited = ['key', 'create', '--tenant', tenantId, '--name', 'Limited', ...access];
    assert.equal((await operator(limited)).code, 0);
    const both = await operator(['key', 'list', '--tenant', tenantId]);
    assert.match(both.out, /groups:read groups:change +aare +all +any +any +Limited/);
    assert.match(both.out, /groups:read groups:change +aare +all +any +any +ERP/);
    const ranged = ['key', 'change', keyId, '--tenant', tenantId, ...access, '--ip-range'];
    assert.equal((await operator([...ranged, '2001:DB8::/32'])).code, 0);
    const narrow = await operator(['key', 'list', '--tenant', tenantId]);
    assert.match(narrow.out, /groups:change +aare +all +2001:db8::\/32 +any +ERP/);
    const bound = [...ranged.slice(0, -1), '--source', 'Erp'];
    assert.equal((await operator(bound)).code, 0);
    const sourced = await operator(['key', 'list', '--tenant', tenantId]);
    assert.match(sourced.out, /2001:db8::\/32 +erp +ERP/);
    assert.equal((await operator([...ranged, 'any'])).code, 0);
    assert.notEqual((await operator([...ranged, 'office'])).code, 0);
    assert.equal((await operator([...limited, '--scope', 'groups:all'])).code, 2);
    const wide = [...limited, '--scope', 'activity:read'];
    assert.match((await operator(wide)).err, /concerns the whole tenant/);
    const expiring = (day: string) =>
      operator([...limited.slice(0, 4), '--name', 'Expiring', '--expires', day]);
    for (const wrong of ['2037-02-30', '2037-02-29T00:00:00Z', '06/07/2037', 'June 30, 2037']) {
      const refused = await expiring(wrong);
      assert.equal(refused.code, 2, wrong);
      assert.match(refused.err, /--expires must be a day or a time/);
    }
    await test.database.query('update tenants set notices = $2 where tenant_id = $1', [
      tenantId,
      JSON.stringify({ sender: 'none', language: 'en', timeZone: 'Pacific/Honolulu', hour: 9 }),
    ]);
    assert.equal((await expiring('2037-06-30')).code, 0);
    const dated = await operator(['key', 'list', '--tenant', tenantId, '--json']);
    assert.match(dated.out, /"2037-06-30T19:00:00.000Z"/);
    const last = await operator(['key', 'list', '--tenant', tenantId]);
    const expiringId = /^(\S+) .*Expiring/m.exec(last.out)?.[1] ?? '';
    assert.equal((await operator(['key', 'revoke', expiringId, '--tenant', tenantId])).code, 0);
    assert.match(list.out, new RegExp(`${keyId} +active .* ERP`));
    assert.ok(!list.out.includes(secret));
    const revoke = await operator(['key', 'revoke', keyId, '--tenant', tenantId]);
    assert.match(revoke.out, /API key "ERP" was revoked at/);
    const listed = await operator(['key', 'list', '--tenant', tenantId, '--json']);
    const states = (JSON.parse(listed.out) as { state: string }[]).map(({ state }) => state);
    assert.deepEqual(states, ['revoked', 'active', 'revoked']);
  });
});

describe('operator doctor', () => {
  it('shows the whole installation in one table, and fails with the first connection that does', async () => {
    const own = await createTestDatabase();
    const run = (env = {}, ...args: string[]) =>
      runOperator(['doctor', ...args], {
        DATABASE_URL: own.url,
        GROUPWRIGHT_DATA_DIR: directory,
        GROUPWRIGHT_ENCRYPTION_KEY: key.toString('base64'),
        ...env,
      });
    try {
      const empty = await run();
      assert.equal(empty.code, 0, empty.err);
      assert.match(empty.out, /^STATE +PART +DETAIL\nok +settings .*\nok +database +PostgreSQL 18/);
      assert.match(empty.out, /warning +tenants +There is no tenant yet/);
      assert.match(
        (await run({ TRUSTED_PROXY: '10.0.0.1' })).out,
        /warning +settings +TRUSTED_PROXY/,
      );

      const encryption = createEncryption([key], randomBytes);
      await own.database.transaction(async (transaction) => {
        const changes = createChanges(transaction, deps);
        const operator = { kind: 'operator', id: 'test' } as const;
        await changes.tenants.create(operator, { name: 'Fine', directory: { kind: 'sandbox' } });
        const directory = {
          kind: 'microsoft365',
          credential: 'secret',
          secretExpiresOn: '2020-01-01',
          entraTenantId: '1b0e5a0a-3c0e-4a50-8a49-1c2d3e4f5a6b',
          clientId: '2b0e5a0a-3c0e-4a50-8a49-1c2d3e4f5a6b',
          graphBaseUrl: 'https://127.0.0.1:1',
          loginBaseUrl: 'https://127.0.0.1:1',
        } as const;
        const { tenantId } = await changes.tenants.create(operator, { name: 'Away', directory });
        const directorySecretSealed = encryption.encrypt(
          'hunter2',
          connectionSecretPurpose(tenantId),
        );
        const settings = { name: 'Away', directory, directorySecretSealed };
        await changes.tenants.change(operator, tenantId, undefined, settings);
      });
      const { code, out } = await run({}, '--json');
      assert.equal(code, 3);
      assert.doesNotMatch(out, /hunter2/);
      const found = JSON.parse(out) as { part: string; state: string; detail: string }[];
      const of = (part: string) => found.filter((finding) => finding.part === part);
      assert.deepEqual(
        of('tenant Fine').map(({ state }) => state),
        ['ok'],
      );
      const [away, ended, ...others] = of('tenant Away');
      assert.deepEqual([away?.state, ended?.state, others], ['failed', 'failed', []]);
      assert.match(away?.detail ?? '', /cannot be reached/);
      assert.match(ended?.detail ?? '', /ended on 2020-01-01/);
      for (const part of ['groups', 'operations', 'webhooks', 'messages', 'encryption key']) {
        assert.deepEqual(
          of(part).map(({ state }) => state),
          ['ok'],
          part,
        );
      }
    } finally {
      await own.close();
    }
  });
});

describe('the exit code', () => {
  it('tells a wrong command line from a refusal and from a database that is away', async () => {
    const codeOf = async (args: string[], env?: Record<string, string>) =>
      (await operator(args, env)).code;
    assert.equal(await codeOf(['--help']), 0);
    assert.equal(await codeOf(['key', 'creat']), 2);
    assert.equal(await codeOf(['key', 'create', '--name', '']), 2);
    assert.equal(await codeOf(['tenant', 'list'], { PORT: 'x' }), 2);
    const nobody = 'b6a1a3f4-0000-4000-8000-000000000000';
    assert.equal(await codeOf(['key', 'revoke', nobody, '--tenant', nobody]), 3);
    const away = 'postgres://nobody@127.0.0.1:9/none';
    assert.equal(await codeOf(['tenant', 'list'], { DATABASE_URL: away }), 1);
  });

  it('is that of the process, and only a result is on the standard output', async () => {
    const processOf = (args: string[]) => startOperator(args, ownEnvironment());
    const listed = await processOf(['tenant', 'list', '--json']);
    assert.deepEqual([listed.code, listed.err], [0, '']);
    assert.ok(Array.isArray(JSON.parse(listed.out)));
    const nobody = 'b6a1a3f4-0000-4000-8000-000000000000';
    const refused = await processOf(['key', 'revoke', nobody, '--tenant', nobody]);
    assert.deepEqual([refused.code, refused.out], [3, '']);
    assert.equal(refused.err, `There is no tenant ${nobody}.\n`);
  });
});
