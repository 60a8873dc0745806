import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { runOperator } from '../../testing/operator.ts';
import { startReceiver, type Receiver } from '../../testing/receiver.ts';
import { verificationKey } from '../events/webhooks/signing.ts';

const key = randomBytes(32).toString('base64');
const secretOf = (bytes: Buffer) => `whsec_${bytes.toString('base64')}` as const;

let at: TestDatabase;
let directory: string;
let receiver: Receiver;
let tenantId: string;

before(async () => {
  at = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'groupwright-webhooks-'));
  receiver = await startReceiver();
});
after(async () => {
  await receiver.close();
  await at.close();
  await rm(directory, { recursive: true });
});
beforeEach(() => {
  tenantId = randomUUID();
});

function operator(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return runOperator(args, {
    DATABASE_URL: at.url,
    GROUPWRIGHT_DATA_DIR: directory,
    GROUPWRIGHT_ENCRYPTION_KEY: key,
    WEBHOOK_NETWORKS: 'loopback',
    ...env,
  });
}

const file = (webhooks: string) => `tenant:
  id: ${tenantId}
  name: Nordlicht
  directory: { kind: sandbox }
${webhooks}`;

async function apply(
  webhooks: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const path = join(directory, 'tenant.yaml');
  await writeFile(path, file(webhooks));
  return operator(['apply', '-f', path, ...args], env);
}

async function listed() {
  const { out } = await operator(['webhook', 'list', '--tenant', tenantId, '--json']);
  return JSON.parse(out) as {
    endpointId: string;
    url: string;
    description: string;
    types?: string[];
    organisationIds?: string[];
    templateIds?: string[];
    disabledAt?: string;
    signing: { kind: string; expiresAt: string | null }[];
  }[];
}

async function actions() {
  const rows = await at.database.query<{ action: string }>(
    `select action from activity where tenant_id = $1 and subject_kind = 'webhook' order by activity_id`,
    [tenantId],
  );
  return rows.map(({ action }) => action);
}

/** Sends a test event and checks it with the key. */
async function verifies(endpointId: string, secret: string): Promise<boolean> {
  await operator(['webhook', 'test', endpointId, '--tenant', tenantId]);
  const got = receiver.received.at(-1);
  assert.ok(got !== undefined);
  try {
    new Webhook(secret).verify(got.body, got.headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

describe('operator apply, of webhooks', () => {
  it('adds, changes, disables and deletes endpoints, each recorded in activity, and is then done', async () => {
    const text = `webhooks:
  - url: ${receiver.url}
    description: ERP
    types: [group.succeeded, group.failed]
  - url: ${receiver.url}/quiet
    enabled: false
    signing: ed25519
`;
    const diff = await apply(text, ['--preview']);
    assert.equal(diff.code, 0, diff.err);
    assert.match(diff.out, /\+ webhook .*\/hook\n {4}description: "ERP"\n {4}types: \["group/);
    assert.match(diff.out, /\/quiet\n.*\n.*"all"\n {4}enabled: false\n {4}key: "\(a new one, ed25/);
    assert.doesNotMatch(diff.out, /whsec_|whpk_/);

    const applied = await apply(text);
    assert.match(applied.out, /3 to create, 0 to change, 0 to delete\.\nDone\./);
    const [erp, quiet] = await listed();
    assert.ok(erp !== undefined && quiet !== undefined);
    assert.deepEqual(erp.types, ['group.succeeded', 'group.failed']);
    assert.equal(erp.disabledAt, undefined);
    assert.notEqual(quiet.disabledAt, undefined);
    const secret = /hook\n.*\n {4}key +(whsec_\S+)/.exec(applied.out)?.[1] ?? '';
    assert.equal(await verifies(erp.endpointId, secret), true);
    assert.match(applied.out, /quiet\n.*\n {4}key +whpk_/);
    const again = await apply(text.replace('http://', 'HTTP://').replace('/quiet', '/a/../quiet'));
    assert.equal(again.out, `Nothing to change: tenant ${tenantId} matches the file.\n`);

    const other = await apply(`webhooks:
  - url: ${receiver.url}/quiet
    enabled: true
    signing: hmac
`);
    assert.match(other.out, /enabled: false → true/);
    assert.match(other.out, /key: "\(unchanged, for one more day\)" → "\(a new one, hmac\)"/);
    assert.match(other.out, /webhook .*\/hook is not in the file and stays unchanged/);
    const pruned = await apply(`webhooks:\n  - url: ${receiver.url}/quiet\n`, ['--prune']);
    assert.match(pruned.out, /- webhook .*\/hook\n/);
    assert.deepEqual(
      (await listed()).map(({ url, disabledAt }) => [url, disabledAt]),
      [[`${receiver.url}/quiet`, undefined]],
    );
    assert.deepEqual(await actions(), [
      'webhook.added',
      'webhook.added',
      'webhook.disabled',
      'webhook.key_added',
      'webhook.enabled',
      'webhook.removed',
    ]);
  });

  it('limits an endpoint to organisations and templates by their names, those of the same file too', async () => {
    const places = `organisations:
  - name: Energy
    identifier: energy
    templates:
      - { name: Project, identifier: project, mailNicknamePattern: '', displayNamePattern: '' }
  - { name: Foundation, identifier: foundation }
`;
    const limited = (lines: string) => `${places}webhooks:\n  - url: ${receiver.url}\n${lines}`;
    const text = limited('    organisations: [energy]\n    templates: [energy/project]\n');
    const first = await apply(text);
    assert.equal(first.code, 0, first.err);
    assert.match(first.out, /organisations: \["energy"\]\n {4}templates: \["energy\/project"\]/);
    assert.match((await apply(text)).out, /Nothing to change/);
    const { out } = await operator(['webhook', 'list', '--tenant', tenantId]);
    assert.match(out, /energy energy\/project/);

    const wider = await apply(limited('    organisations: [foundation, energy]\n'));
    assert.match(wider.out, /organisations: \["energy"\] → \["energy","foundation"\]/);
    assert.match(wider.out, /templates: \["energy\/project"\] → "all"/);
    const wrong = await apply(limited('    templates: [energy/projekt]\n'), ['--preview']);
    assert.notEqual(wrong.code, 0);
    assert.match(wrong.err, /webhook .*: There is no template energy\/projekt\. Name it as organ/);
    const open = await apply(limited(''));
    assert.match(open.out, /organisations: \["energy","foundation"\] → "all"/);

    const url = `${receiver.url}/more`;
    const options = ['--organisation', 'energy', '--template', 'energy/project'];
    const added = await operator(['webhook', 'add', url, ...options, '--tenant', tenantId]);
    assert.equal(added.code, 0, added.err);
    const [, more] = await listed();
    assert.equal(more?.organisationIds?.length, 1);
    assert.equal(more.templateIds?.length, 1);
  });

  it('encrypts a secret from outside the file, rotates to another, and never shows one', async () => {
    const [one, two] = [secretOf(randomBytes(32)), secretOf(randomBytes(24))];
    const pair = `whsk_${randomBytes(32).toString('base64')}` as const;
    await writeFile(join(directory, 'pair.key'), `${pair}\n`);
    const text = `webhooks:
  - { url: '${receiver.url}', secret: { env: HOOK } }
  - { url: '${receiver.url}/pair', secret: { file: pair.key } }
`;
    const first = await apply(text, [], { HOOK: one });
    assert.equal(first.code, 0, first.err);
    const [{ endpointId } = { endpointId: '' }, other] = await listed();
    assert.equal(other?.signing[0]?.kind, 'ed25519');
    assert.equal(await verifies(endpointId, one), true);
    assert.match((await apply(text, [], { HOOK: one })).out, /Nothing to change/);

    const second = await apply(text, [], { HOOK: two });
    assert.match(second.out, /0 to create, 1 to change/);
    // Both sign for a day.
    assert.deepEqual(
      [await verifies(endpointId, one), await verifies(endpointId, two)],
      [true, true],
    );
    assert.match((await apply(text, [], { HOOK: two })).out, /Nothing to change/);

    const rows = await at.database.query(
      `select (select jsonb_agg(e) from webhook_endpoints e)::text as endpoints,
        (select jsonb_agg(a) from activity a)::text as activity`,
    );
    const activity = JSON.stringify([first, second, rows]);
    for (const secret of [one, two, pair]) assert.equal(activity.includes(secret.slice(6)), false);
    assert.equal(activity.includes(verificationKey(pair)), false);
  });

  it('names every fault at its place, and every secret that is wrong, and changes nothing', async () => {
    const wrong = await apply(
      `webhooks:
  - url: https://10.0.0.1/hook
    types: [group.faild]
  - url: http://erp.example/#part
  - url: ${receiver.url}
    secret: { env: HOOK }
    signing: hmac
    enabld: true
  - url: ${receiver.url}
`,
      [],
      { WEBHOOK_NETWORKS: '127.0.0.1' },
    );
    assert.equal(wrong.code, 2);
    const faults = wrong.err
      .trim()
      .split('\n')
      .map((line) => line.slice(line.indexOf('tenant.yaml:') + 'tenant.yaml:'.length));
    assert.deepEqual(
      faults.map((fault) => fault.replace(/(must be one of).*/, '$1 …')),
      [
        '6:10: Webhooks may not reach the address 10.0.0.1: it is not public, and WEBHOOK_NETWORKS does not list it.',
        '7:13: webhooks/0/types/0 must be one of …',
        '8:10: url must not have a fragment.',
        '11:14: A secret determines how it signs. Remove signing.',
        '12:5: webhooks/2/enabld is unknown; did you mean enabled?',
        `13:10: The address ${receiver.url} appears twice.`,
      ],
    );
    const secrets = await apply(
      `webhooks:
  - { url: '${receiver.url}', secret: { env: HOOK } }
  - { url: '${receiver.url}/2', secret: { env: SHORT } }
  - { url: '${receiver.url}/3', secret: { file: nowhere.key } }
`,
      [],
      { SHORT: 'whsec_c2hvcnQ=' },
    );
    assert.equal(secrets.code, 2);
    const [empty, short, nowhere, ...more] = secrets.err.trim().split('\n');
    assert.match(empty ?? '', /webhooks\/0\/secret: .*the variable HOOK is empty/);
    assert.match(
      short ?? '',
      /webhooks\/1\/secret: It must be whsec_ followed by base64 of 24 to 64 bytes/,
    );
    assert.match(nowhere ?? '', /webhooks\/2\/secret: Cannot read .*nowhere\.key/);
    assert.deepEqual(more, []);
    assert.deepEqual(await actions(), []);
  });
});
