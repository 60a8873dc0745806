// api, doctor and template show against the service, as a user runs them.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { teamRequest } from '../../../service/testing/service.ts';
import manifest from '../../package.json' with { type: 'json' };
import { createCli, type Cli } from '../testing/cli.ts';
import { commandText } from './doctor.commands.ts';
import { startCliService, type CliService } from '../testing/service.ts';

let service: CliService;
let cli: Cli;

before(async () => {
  service = await startCliService();
  ({ cli } = service);
});
after(() => service.close());

/** Runs the command with other variables. */
async function runWith(env: Readonly<Record<string, string>>, args: readonly string[]) {
  const other = await createCli({ ...cli.env, ...env });
  try {
    return await other.run(args);
  } finally {
    await other.close();
  }
}

describe('api', () => {
  it('prints the answer of any endpoint, for people and for machines', async () => {
    const { stdout, code } = await cli.run(['api', '/organisations?limit=1']);
    assert.equal(code, 0);
    assert.match(stdout, /^\{\n {2}"items": \[\n[^]*"identifier": "aare"/);
    const { items } = (await cli.json(['api', 'get', '/organisations'])) as { items: object[] };
    assert.equal(items.length, 1);
    const shown = await cli.run(['api', '/organisations/aare', '--include']);
    assert.match(shown.stdout, /^200\n[^]*^request-id: [^]*\n\n\{\n/m);
  });

  it('sends a body from the command line, a file or the standard input, once for each key', async () => {
    const body = JSON.stringify(teamRequest('api-one'));
    await writeFile(join(cli.home, 'team.json'), body);
    const args = ['--idempotency-key', 'api-one', '--json'];
    const teamIds = [];
    for (const [data, input] of [[body], ['@team.json'], ['-', body]] as const) {
      const { stdout, stderr } = await cli.run(['api', '/teams', '--data', data, ...args], input);
      assert.equal(stderr, '');
      teamIds.push((JSON.parse(stdout) as { teamId: string }).teamId);
    }
    assert.equal(new Set(teamIds).size, 1);
    const change = ['api', 'PATCH', `/teams/${teamIds[0]}`, '--data', '{"displayName": "Renamed"}'];
    const changed = await cli.run([...change, '--header', 'Prefer: wait=20', '--json']);
    assert.equal((JSON.parse(changed.stdout) as { status: string }).status, 'succeeded');
  });

  it('reads files with a byte order mark, names another encoding, and reads nothing without an end', async () => {
    const body = JSON.stringify(teamRequest('marked'));
    const send = (file: string) => cli.run(['api', 'post', '/teams/plan', '--data', `@${file}`]);
    await writeFile(join(cli.home, 'marked.json'), `\uFEFF${body}`);
    const marked = await send('marked.json');
    assert.equal(marked.code, 0, marked.stderr);
    await writeFile(join(cli.home, 'wide.json'), Buffer.from(`\uFEFF${body}`, 'utf16le'));
    const wide = await send('wide.json');
    assert.equal(wide.code, 2);
    assert.match(wide.stderr, /wide\.json is not in UTF-8\. Save it as UTF-8 instead of UTF-16/);
    const endless = await send('/dev/zero');
    assert.equal(endless.code, 2);
    assert.match(endless.stderr, /\/dev\/zero has more than 64 MiB/);
    const account = { baseUrl: cli.env['GROUPWRIGHT_BASE_URL'] };
    await writeFile(join(cli.home, 'account.json'), `\uFEFF${JSON.stringify(account)}`);
    const partial = await cli.run(['env', '--from', 'account.json']);
    assert.match(partial.stderr, /account\.json has no tenantId, keyId, secret/);
  });

  it('ends with an exit code for each kind of failure, and says what is wrong', async () => {
    const cases: readonly [string[], number, RegExp][] = [
      [[], 2, /missing required argument/],
      [['teams'], 2, /The path must begin with a slash/],
      [['//elsewhere.example/x'], 4, /There is nothing here/],
      [['/../outside'], 4, /There is nothing here/],
      [['FETCH', '/teams'], 2, /The method must be one of GET/],
      [['GET', '/teams', '--data', '{}'], 2, /A GET takes neither --data/],
      [['/teams', '--data', '{'], 2, /The body is not valid JSON/],
      [['/teams', '--data', '@absent.json'], 2, /Cannot read the file absent\.json/],
      [['/teams', '--header', 'broken'], 2, /Write it as 'name: value'/],
      [['/teams', '--data', '{"displayNam": 1}'], 5, /did you mean displayName/],
    ];
    for (const [args, code, message] of cases) {
      const ended = await cli.run(['api', ...args]);
      assert.equal(ended.code, code, `${args.join(' ')}: ${ended.stderr}`);
      assert.match(ended.stderr, message);
    }
  });
});

describe('doctor', () => {
  it('refuses a Node that is older than the package needs', () => {
    assert.equal(manifest.engines.node, '>=22.13');
    for (const node of ['22.13.0', '24.0.1']) assert.match(commandText(node), / on Node 2/);
    for (const node of ['20.20.2', '22.12.9']) {
      assert.throws(() => commandText(node), /needs Node 22\.13 or later, and this is Node 2/);
    }
  });

  it('says that everything works, and what the key sees', async () => {
    const { stdout, code } = await cli.run(['doctor']);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^✔ credentials {2}from GROUPWRIGHT_BASE_URL, /m);
    assert.match(stdout, /^✔ service {6}http:\S+ is ready$/m);
    assert.match(stdout, /^✔ access {7}organisations: aare$/m);
  });

  it('names the first thing that is wrong, with its exit code and without the secret', async () => {
    const secret = 'gwk_not-the-right-one';
    const cases: readonly [Record<string, string>, number, RegExp][] = [
      [{ GROUPWRIGHT_SECRET: '' }, 3, /^✖ credentials {2}.*GROUPWRIGHT_SECRET/m],
      [{ GROUPWRIGHT_BASE_URL: 'groups' }, 2, /^✖ service .*groups is not an absolute/m],
      [{ GROUPWRIGHT_BASE_URL: 'http://127.0.0.1:9' }, 7, /^✖ service .*could not be reached: /m],
      [
        { GROUPWRIGHT_BASE_URL: `${service.at.address}/elsewhere` },
        7,
        /^✖ service .*answered with the status 404/m,
      ],
      [{ GROUPWRIGHT_SECRET: secret }, 3, /^✖ access .*credentials are not valid/m],
    ];
    for (const [env, code, message] of cases) {
      const ended = await runWith(env, ['doctor']);
      assert.equal(ended.code, code, ended.stdout);
      assert.match(ended.stdout, message);
      assert.ok(!ended.stdout.includes(secret));
    }
    const { stdout } = await runWith({ GROUPWRIGHT_SECRET: secret }, ['doctor', '--json']);
    const findings = JSON.parse(stdout) as { check: string; ok: boolean }[];
    assert.deepEqual(findings.at(-1)?.ok, false);
  });
});

describe('template show', () => {
  it('shows the patterns and declared properties of a template', async () => {
    const { stdout, code } = await cli.run([
      'template',
      'show',
      'project',
      '--organisation',
      'aare',
    ]);
    assert.equal(code, 0);
    assert.match(stdout, /^Alias\s+prj-\{\{code\}\}$/m);
    const absent = await cli.run(['template', 'show', 'unheard-of']);
    assert.equal(absent.code, 4);
    assert.match(absent.stderr, /no template unheard-of/);
  });
});
