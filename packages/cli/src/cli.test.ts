// The command against the service, as a user runs it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createAdvance } from '../../service/testing/governance.ts';
import { teamRequest, testPeople } from '../../service/testing/service.ts';
import { addWildGroup } from '../../service/testing/wild-sandbox-group.ts';
import { createCli } from './testing/cli.ts';
import { type CliService, startCliService } from './testing/service.ts';

let service: CliService;
let at: CliService['at'];
let tenant: CliService['tenant'];
let cli: CliService['cli'];
before(async () => {
  service = await startCliService();
  ({ at, tenant, cli } = service);
});
after(() => service.close());

const team = (alias: string, ...others: readonly string[]) => [
  '--alias',
  alias,
  '--name',
  `Group ${alias}`,
  '--responsible',
  'mara@aare.example',
  '--organisation',
  'aare',
  '--template',
  'any',
  ...others,
];

describe('signing in', () => {
  it('keeps the key where only its owner can read it, and later commands use it', async () => {
    const fresh = await createCli();
    const file = join(fresh.home, 'quickstart.json');
    const { tenantId, keyId, secret } = tenant;
    await writeFile(
      file,
      JSON.stringify({ baseUrl: at.address, tenantId, keyId, secret, people: [] }),
    );
    try {
      const before = await fresh.run(['organisation', 'list']);
      assert.equal(before.code, 3);
      assert.match(before.stderr, /You are not signed in: run groupwright login/);

      const login = await fresh.run(['login', '--from', file]);
      assert.equal(login.code, 0, login.stderr);
      assert.ok(!login.stdout.includes(secret));
      const kept = join(fresh.home, '.config/groupwright/credentials.json');
      assert.equal((await stat(kept)).mode & 0o777, 0o600);
      assert.equal((await stat(join(fresh.home, '.config/groupwright'))).mode & 0o777, 0o700);
      assert.equal((await fresh.run(['organisation', 'list'])).code, 0);

      assert.equal((await fresh.run(['logout'])).code, 0);
      await assert.rejects(stat(kept));
      assert.equal((await fresh.run(['organisation', 'list'])).code, 3);
    } finally {
      await fresh.close();
    }
  });

  it('takes the secret from the standard input, and keeps nothing that the service refuses', async () => {
    const fresh = await createCli();
    const args = [
      'login',
      '--base-url',
      at.address,
      '--tenant',
      tenant.tenantId,
      '--key',
      tenant.keyId,
    ];
    try {
      const refused = await fresh.run(args, 'gwk_wrong\n');
      assert.equal(refused.code, 3);
      await assert.rejects(stat(join(fresh.home, '.config/groupwright/credentials.json')));
      assert.equal((await fresh.runProcess(args, `${tenant.secret}\n`)).code, 0);
      const text = await readFile(join(fresh.home, '.config/groupwright/credentials.json'), 'utf8');
      assert.equal((JSON.parse(text) as { secret: string }).secret, tenant.secret);
    } finally {
      await fresh.close();
    }
  });
});

describe('a profile', () => {
  it('that does not exist is named, with those that do', async () => {
    const { code, stderr } = await cli.run(['team', 'list', '--profile', 'nope']);
    assert.equal(code, 3);
    assert.match(stderr, /There is no profile nope; /);
  });
});

describe('seeing what is there', () => {
  it('prints tables for people, without colours where nobody sees them, and JSON for machines', async () => {
    const { stdout, code } = await cli.run(['organisation', 'list']);
    assert.equal(code, 0);
    assert.match(stdout, /^IDENTIFIER\s+NAME\s+ID\naare\s+Aare\s+[0-9a-f-]{36}\n$/);
    const organisations = (await cli.json(['organisation', 'list'])) as { identifier: string }[];
    assert.deepEqual(
      organisations.map(({ identifier }) => identifier),
      ['aare'],
    );
    const ended = { code, stdout, stderr: '' };
    assert.deepEqual(await cli.runProcess(['organisation', 'list']), ended);
    const templates = await cli.run(['template', 'list', 'aare']);
    assert.match(templates.stdout, /project\s+Project\s+prj-\{\{code\}\}\s+Project \{\{code\}\}/);
    const shown = await cli.run(['organisation', 'show', 'aare']);
    assert.match(shown.stdout, /Identifier\s+aare/);
  });

  it('shows names that would act upon a terminal, and lets them do nothing', async () => {
    const displayName = 'Ann\u001B]0;owned\u0007\u001B[2J';
    const { body } = await at.call(tenant, '/teams', {
      method: 'POST',
      body: teamRequest('cli-hostile'),
    });
    const { teamId } = body as { teamId: string };
    // The service refuses such names; another one behind the same API may not.
    await at.at.database.query('update teams set display_name = $2 where team_id = $1', [
      teamId,
      displayName,
    ]);
    for (const args of [
      ['team', 'show', teamId],
      ['team', 'list', '--alias', 'cli-hostile'],
    ]) {
      const { stdout } = await cli.run(args);
      assert.match(stdout, /Ann\uFFFD\]0;owned\uFFFD/, args[1]);
      assert.ok(!stdout.includes('\u001B'), args[1]);
    }
  });
});

describe('one group', () => {
  it('is planned, created, followed to its end and shown', async () => {
    const plan = await cli.run(['team', 'plan', ...team('cli-one')]);
    assert.equal(plan.code, 0, plan.stderr);
    assert.match(plan.stdout, /cli-one is free/);
    const planned = await cli.run(['team', 'create', '--plan', ...team('cli-one')]);
    assert.equal(planned.stdout, plan.stdout);

    const created = await cli.run([
      'team',
      'create',
      ...team('cli-one', '--member', 'yuki@aare.example'),
    ]);
    assert.equal(created.code, 0, created.stderr);
    assert.match(created.stdout, /✔ create_group/);
    const [, teamId = ''] = /succeeded {2}([0-9a-f-]{36})/.exec(created.stdout) ?? [];

    const status = await cli.run(['team', 'status', teamId]);
    assert.match(status.stdout, /^succeeded /);
    const shown = await cli.run(['team', 'show', teamId]);
    assert.match(shown.stdout, /Alias\s+cli-one\n/);
    assert.match(shown.stdout, /Members\s+yuki@aare\.example\n/);
    const listed = (await cli.json(['team', 'list', '--alias', 'CLI-ONE'])) as { teamId: string }[];
    assert.deepEqual(
      listed.map((one) => one.teamId),
      [teamId],
    );
    const byAlias = await cli.run(['team', 'show', 'Cli-One']);
    assert.equal(byAlias.stdout, shown.stdout);
    const second = await cli.run(['team', 'create', ...team('cli-two'), '--json']);
    assert.equal((JSON.parse(second.stdout) as { status: string }).status, 'succeeded');
    const followed = await cli.run(['team', 'status', '--follow', teamId, '--json']);
    assert.equal(
      (JSON.parse(followed.stdout.trim().split('\n').at(-1) ?? '') as { status: string }).status,
      'succeeded',
    );
  });

  it('ends with an exit code for each kind of failure, and says what is wrong', async () => {
    const cases: readonly [string[], number, RegExp][] = [
      [['team', 'create', '--alias', 'x'], 2, /required option '--responsible/],
      [['team', 'lst'], 2, /Did you mean list/],
      [['team', 'show', 'Stra\uFFFDe'], 2, /contains U\+FFFD.+UTF-8/],
      ...['many', '0x10', '1e1', ' 5', '+5', '5.0', '', '-1'].map(
        (limit): [string[], number, RegExp] => [
          ['team', 'list', `--limit=${limit}`],
          2,
          /--limit must be a whole number, 0 or more/,
        ],
      ),
      [['webhook', 'listen', '--secret', 'whsec_YQ==', '--port', '0x50'], 2, /--port must be/],
      [['webhook', 'listen', '--secret', 'whsec_YQ==', '--status', '2e2'], 2, /from 200 to 599/],
      [
        ['team', 'apply', '-f', 'groups.csv', '--concurrency', '1e1'],
        2,
        /from 1 to 100, and is "1e1"/,
      ],
      [['mcp', '--http', '--port', '0x50'], 2, /--port must be a whole number from 0 to 65535/],
      [['webhook', 'listen', '--secret', 'whsec-abc'], 2, /begins with whsec_/],
      [['team', 'show', '0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f'], 4, /no group 0198b0c1/],
      [['team', 'status', 'unheard-of'], 4, /No group has the id or alias unheard-of/],
      [['organisation', 'show', 'unheard-of'], 4, /no organisation unheard-of/],
      [['template', 'list', 'unheard-of'], 4, /no organisation unheard-of/],
      [['team', 'create', ...team('bad alias')], 5, /must not contain a space/],
      [
        ['team', 'create', ...team('ghost', '--member', 'ghost@aare.example')],
        6,
        /ghost@aare\.example/,
      ],
    ];
    for (const [args, code, message] of cases) {
      const ended = await cli.run(args);
      assert.equal(ended.code, code, `${args.join(' ')}: ${ended.stderr}`);
      assert.match(ended.stderr, message);
      if (code !== 2) continue;
      const forMachines = await cli.run([...args, '--json']);
      assert.equal(forMachines.code, code);
      const { detail, faults } = JSON.parse(forMachines.stderr) as {
        detail: string;
        faults: string[];
      };
      assert.match([detail, ...faults].join('\n'), message);
    }
    const plan = await cli.run([
      'team',
      'plan',
      ...team('ghost', '--member', 'ghost@aare.example'),
    ]);
    assert.equal(plan.code, 5);
    assert.match(plan.stdout, /ghost@aare\.example not found/);

    const nobody = await createCli({ ...cli.env, GROUPWRIGHT_BASE_URL: 'http://127.0.0.1:9' });
    try {
      const args = ['organisation', 'list', '--json'];
      const ended = await nobody.run(args);
      assert.equal(ended.code, 7);
      assert.deepEqual(await nobody.runProcess(args), ended);
      assert.equal((JSON.parse(ended.stderr) as { code: string }).code, 'not_reached');
    } finally {
      await nobody.close();
    }
  });

  it('says when it is interrupted that the creation continues', async () => {
    const child = cli.start(['team', 'create', ...team('sandbox-throttled-cli')]);
    assert.ok(child.stderr !== null && child.stdout !== null);
    const said = text(child.stderr);
    const ended = once(child, 'exit') as Promise<[number]>;
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    assert.deepEqual((await ended)[0], 130);
    assert.match(
      await said,
      /The creation continues: groupwright team status --follow [0-9a-f-]{36}/,
    );
  });

  it('never shows the secret, whatever goes wrong', async () => {
    const wrong = await createCli({ ...cli.env, GROUPWRIGHT_SECRET: 'gwk_not-the-right-one' });
    try {
      for (const args of [
        ['organisation', 'list'],
        ['organisation', 'list', '--json'],
        ['login'],
      ]) {
        const { stdout, stderr, code } = await wrong.run(args);
        assert.equal(code, 3);
        assert.ok(!(stdout + stderr).includes('gwk_not-the-right-one'));
      }
    } finally {
      await wrong.close();
    }
  });
});

describe('team apply', () => {
  const yaml = (aliases: readonly string[], more = '') => `defaults:
  organisation: aare
  template: any
  responsible: mara@aare.example
groups:
${aliases.map((alias) => `  - { mailNickName: ${alias}, displayName: Group ${alias} }`).join('\n')}
${more}`;

  it('shows the difference and applies only what differs, again and again', async () => {
    await writeFile(join(cli.home, 'groups.yaml'), yaml(['apply-1', 'apply-2']));
    const plan = await cli.run(['team', 'apply', '-f', 'groups.yaml', '--plan']);
    assert.equal(plan.code, 0, plan.stderr);
    assert.match(plan.stdout, /^\+ apply-1 {2}Group apply-1/);
    assert.match(plan.stdout, /2 to create, 0 to change, 0 existing, 0 would be refused/);
    assert.deepEqual(await cli.json(['team', 'list', '--alias', 'apply-1']), []);

    const unconfirmed = await cli.run(['team', 'apply', '-f', 'groups.yaml']);
    assert.equal(unconfirmed.code, 2);
    assert.match(unconfirmed.stderr, /Use --yes/);

    const first = await cli.run(['team', 'apply', '-f', 'groups.yaml', '--yes']);
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /2 created\./);

    await writeFile(join(cli.home, 'groups.yaml'), yaml(['apply-1', 'APPLY-2', 'apply-3']));
    const second = (await cli.json(['team', 'apply', '-f', 'groups.yaml', '--yes'])) as object;
    assert.deepEqual(
      { ...second, groups: [] },
      { created: 1, changed: 1, there: 1, accepted: 0, failed: 0, refused: 0, groups: [] },
    );
    const third = await cli.run(['team', 'apply', '-f', 'groups.yaml', '--yes']);
    assert.match(third.stdout, /Nothing differs/);
  });

  it('creates nothing when the file is wrong, and names line and column of every fault', async () => {
    await writeFile(join(cli.home, 'faulty.yaml'), yaml(['fine'], '  - { mailNickname: x }\n'));
    const faulty = await cli.run(['team', 'apply', '-f', 'faulty.yaml', '--yes']);
    assert.equal(faulty.code, 2);
    assert.match(faulty.stderr, /faulty\.yaml:7:5: The group has no displayName, no mailNickName/);
    assert.match(
      faulty.stderr,
      /faulty\.yaml:7:7: mailNickname is unknown; did you mean mailNickName\?/,
    );
    assert.deepEqual(await cli.json(['team', 'list', '--alias', 'fine']), []);
  });

  it('takes no file in another encoding, which would replace letters of names', async () => {
    const row = 'displayName,mailNickName\nFührung,prj-umlaut\n';
    for (const bytes of [Buffer.from(row, 'latin1'), Buffer.from(`\uFEFF${row}`, 'utf16le')]) {
      await writeFile(join(cli.home, 'other.csv'), bytes);
      const { code, stderr } = await cli.run(['team', 'apply', '--file', 'other.csv', '--yes']);
      assert.equal(code, 2);
      assert.match(stderr, /other\.csv is not in UTF-8\. Save it as UTF-8/);
    }
  });

  it('says beforehand what the service would refuse, at its place in the file', async () => {
    const csv =
      'mailNickName,displayName,members\nfits,Fits,yuki@aare.example\nbad;alias,Bad,\nghostly,Ghostly,nobody@aare.example;yuki@aare.example\n';
    await writeFile(
      join(cli.home, 'groups.csv'),
      csv
        .replaceAll('\n', ',mara@aare.example\n')
        .replace('members,mara@aare.example', 'members,responsible'),
    );
    const args = [
      'team',
      'apply',
      '-f',
      'groups.csv',
      '--organisation',
      'aare',
      '--template',
      'any',
      '--yes',
    ];
    const refused = await cli.run(args);
    assert.equal(refused.code, 5, refused.stderr);
    assert.match(refused.stderr, /groups\.csv:3:1: The alias must not/);
    assert.match(refused.stderr, /groups\.csv:4:17: .*nobody@aare\.example/);
    assert.deepEqual(await cli.json(['team', 'list', '--alias', 'fits']), []);

    const others = await cli.run([...args, '--skip-refused']);
    assert.equal(others.code, 5);
    assert.match(others.stdout, /1 created, 2 refused/);
  });

  it('tries again what failed before, and tells it from the failed creation', async () => {
    const file = yaml(['again']).replace(
      'displayName: Group again',
      'displayName: Again, members: [late@aare.example]',
    );
    await writeFile(join(cli.home, 'again.yaml'), file);
    const args = ['team', 'apply', '-f', 'again.yaml', '--yes', '--no-check'];
    const failed = await cli.run(args);
    assert.equal(failed.code, 6);
    assert.match(failed.stdout, /failed again \(line 6\): people_not_found/);
    await at.change((changes) =>
      changes.sandboxPeople.add({ kind: 'operator', id: 'test' }, tenant.tenantId, {
        email: 'late@aare.example',
        name: 'Late',
      }),
    );
    const worked = await cli.run(args);
    assert.equal(worked.code, 0, worked.stdout + worked.stderr);
    assert.match(worked.stdout, /failed before/);
  });

  it('makes each group once although it was killed half way', async () => {
    const aliases = Array.from({ length: 400 }, (_, index) => `killed-${index}`);
    await writeFile(join(cli.home, 'many.yaml'), yaml(aliases));
    const args = ['team', 'apply', '-f', 'many.yaml', '--yes', '--no-check'];
    const half = cli.start(args);
    const count = async () => {
      const [row] = await at.at.database.query<{ count: number }>(
        `select count(*) from teams where mail_nickname like 'killed-%'`,
      );
      return row?.count ?? 0;
    };
    while ((await count()) < 40) await new Promise((resolve) => setTimeout(resolve, 5));
    half.kill('SIGKILL');
    await once(half, 'exit');
    const made = await count();
    assert.ok(made < aliases.length, `all ${made} were made before it was killed`);
    const rest = await cli.run(args);
    assert.equal(rest.code, 0, rest.stderr);
    assert.equal(await count(), aliases.length);
  });
});

describe('team discover', () => {
  it('lists groups that the service does not govern by its filters, and says so where there are none', async () => {
    const none = await cli.run(['team', 'discover', '--search', 'no-such-words']);
    assert.deepEqual(
      [none.code, none.stdout.trim()],
      [0, 'No group that the service does not govern matches.'],
    );
    assert.deepEqual(await cli.json(['team', 'discover', '--search', 'no-such-words']), []);
    const [owned] = await Promise.all([
      addWildGroup(at.at.database, tenant.tenantId, {
        mailNickname: 'found-owned',
        displayName: 'Found and owned',
        owners: [testPeople[1] ?? ''],
      }),
      addWildGroup(at.at.database, tenant.tenantId, {
        mailNickname: 'found-orphan',
        hasTeam: true,
      }),
    ]);
    const shown = await cli.run(['team', 'discover', '--search', 'found']);
    assert.equal(shown.code, 0, shown.stderr);
    assert.match(shown.stdout, /^ALIAS +NAME/);
    assert.match(shown.stdout, new RegExp(`found-owned +Found and owned .*${owned}`));
    const aliases = async (...filter: readonly string[]) =>
      (
        (await cli.json(['team', 'discover', '--search', 'found', ...filter])) as {
          mailNickName: string;
        }[]
      ).map(({ mailNickName }) => mailNickName);
    assert.deepEqual((await aliases()).toSorted(), ['found-orphan', 'found-owned']);
    assert.deepEqual(await aliases('--ownerless'), ['found-orphan']);
    assert.equal((await aliases('--limit', '1')).length, 1);
    assert.deepEqual(await aliases('--created-before', '2001-01-01T00:00:00Z'), []);
    assert.deepEqual(await aliases('--obstacle', 'dynamic_membership'), []);
    const wrong = await cli.run(['team', 'discover', '--obstacle', 'dynamic']);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /Allowed choices are none, not_a_microsoft_365_group/);
  });
});

describe('team roster', () => {
  it('plans and sets the people of a file, names faults by their line, and changes nothing twice', async () => {
    const [, , third = '', fourth = ''] = testPeople;
    const teamId = await at.createTeam(tenant, 'cli-roster', { members: [third] });
    const set = ['team', 'roster', 'cli-roster', '--source', 'hr', '-f', 'people.csv'];
    await writeFile(
      join(cli.home, 'people.csv'),
      `note,person,role,until\n,nobody,,\n,${third},boss,\n`,
    );
    const faulty = await cli.run(set);
    // Each fault comes at once, that of the role too.
    for (const line of [2, 3])
      assert.match(faulty.stderr, new RegExp(`people\\.csv:${line}:\\d+: `));
    assert.equal(faulty.code, 5);
    const faultyPlan = await cli.run([...set, '--plan']);
    assert.deepEqual([faultyPlan.stdout, faultyPlan.stderr], ['', faulty.stderr]);
    await writeFile(
      join(cli.home, 'people.csv'),
      `note,person,role,until\nx,${fourth},owner,2099-12-31\n,${third},,\n`,
    );
    const plan = await cli.run([...set, '--plan']);
    assert.equal(plan.code, 0, plan.stderr);
    assert.match(plan.stdout, new RegExp(`1 added, 1 kept, 0 removed[^]*added ${fourth}`));
    assert.equal((await cli.run(set)).code, 0);
    assert.match((await cli.run(set)).stdout, /Nothing changes/);
    const shown = (await cli.json(['team', 'roster', teamId, '--source', 'hr'])) as {
      items: { person: string; result: string }[];
    };
    assert.deepEqual(
      shown.items.map(({ person, result }) => [person, result]),
      [
        [fourth, 'added'],
        [third, 'kept'],
      ],
    );
    await writeFile(join(cli.home, 'nobody.csv'), 'person\n');
    const emptied = await cli.run([...set.slice(0, -1), 'nobody.csv', '--plan']);
    assert.match(emptied.stdout, /1 removal would wait until someone confirms it\./);
    const conflict = await cli.run([...set, '--plan', '--if-match', '"9"']);
    assert.equal(conflict.code, 5);
    assert.match(conflict.stderr, /The roster was changed since you read it/);
    const end = ['team', 'roster', 'cli-roster', '--source', 'hr', '--end'];
    const ended = await cli.run(end);
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(ended.stdout, /hr: ended\n$/);
    assert.match((await cli.run(end)).stdout, /Nothing changes: hr has no roster in this group/);
  });

  it('has guests of a file invited, and says why one is not', async () => {
    const policy = { guests: { invite: true, domains: ['partner.example', 'refused.example'] } };
    await createAdvance(at).setPolicy(tenant, policy);
    await at.createTeam(tenant, 'cli-guests');
    const set = ['team', 'roster', 'cli-guests', '--source', 'hr', '-f', 'guests.csv'];
    const rows = (people: string) => `person,role,until,guest\n${people}`;
    const file = join(cli.home, 'guests.csv');
    await writeFile(file, rows('a@elsewhere.example,,,Ada\n'));
    const faulty = await cli.run(set);
    assert.match(
      faulty.stderr,
      /guests\.csv:2:1: The template invites nobody from elsewhere\.example/,
    );
    await writeFile(file, rows('a@partner.example,,,Ada\nb@refused.example,,,Bo\n'));
    const plan = await cli.run([...set, '--plan']);
    assert.match(plan.stdout, /0 added, 2 invited/);
    const sent = await cli.run(set);
    assert.match(
      sent.stdout,
      /a@partner\.example: invited\n +a@partner\.example was invited and has not accepted/,
    );
    assert.match(
      sent.stdout,
      /b@refused\.example: refused \(domain_refused\)\n +The tenant invites nobody/,
    );
    await createAdvance(at).setPolicy(tenant, { guests: null });
  });
});

describe('team adopt', () => {
  it('plans the groups of a file, adopts them, and refuses those that are governed since', async () => {
    const ids = await Promise.all(
      ['wild-one', 'wild-two'].map((mailNickname) =>
        addWildGroup(at.at.database, tenant.tenantId, {
          mailNickname,
          owners: [testPeople[1] ?? ''],
        }),
      ),
    );
    const rows = ids.map((id) => `${id},some note,${testPeople[0]}`);
    const file = ['groupId,note,responsible', ...rows].join('\n');
    await writeFile(join(cli.home, 'adopt.csv'), file);
    const args = [
      'team',
      'adopt',
      '-f',
      'adopt.csv',
      '--organisation',
      'aare',
      '--template',
      'any',
    ];
    const plan = await cli.run([...args, '--plan']);
    assert.equal(plan.code, 0, plan.stderr);
    assert.match(plan.stdout, /\+ wild-one[^]*2 to adopt, 0 cannot be adopted\./);
    await writeFile(
      join(cli.home, 'faulty.csv'),
      `groupId,responsible,properties.__proto__\n${rows[0]?.replace('some note,', '')}\n${ids[0]},${testPeople[0]}\n${ids[1]},${testPeople[0]},x\n`,
    );
    const faulty = await cli.run([...args.with(3, 'faulty.csv'), '--plan']);
    assert.match(
      faulty.stderr,
      /faulty\.csv:3:1: An earlier row of the file is for the same group/,
    );
    assert.match(faulty.stderr, /faulty\.csv:4:\d+: .*__proto__/);
    const unconfirmed = await cli.run(args);
    assert.equal(unconfirmed.code, 2);
    assert.match(unconfirmed.stderr, /Use --yes/);
    const first = (await cli.json([...args, '--yes'])) as { adopted: number; failed: number };
    assert.deepEqual([first.adopted, first.failed], [2, 0]);
    const again = await cli.run([...args, '--yes']);
    assert.notEqual(again.code, 0);
    assert.match(again.stderr, /adopt\.csv:2:1: The service governs this group already/);
  });

  it('names the rows without an organisation, and a file without ids', async () => {
    await writeFile(
      join(cli.home, 'lacking.csv'),
      'groupId\n00000000-0000-4000-8000-000000000001\n',
    );
    const lacking = await cli.run(['team', 'adopt', '-f', 'lacking.csv', '--yes']);
    assert.match(lacking.stderr, /lacking\.csv:2:1: The group has no organisation, no template\./);
    await writeFile(join(cli.home, 'other.csv'), 'mailNickName\nx\n');
    const other = await cli.run(['team', 'adopt', '-f', 'other.csv', '--yes']);
    assert.match(other.stderr, /other\.csv:1:1: The first line must have the heading groupId/);
  });
});

describe('team apply that is interrupted', () => {
  it('ends cleanly, says how far it came, and continues when it is run again', async () => {
    const rows = Array.from({ length: 400 }, (_, index) => `stopped-${index},Stopped ${index}`);
    const csv = ['mailNickName,displayName', ...rows].map(
      (row, index) => `${row},${index === 0 ? 'responsible' : 'mara@aare.example'}`,
    );
    await writeFile(join(cli.home, 'stopped.csv'), csv.join('\n'));
    const args = [
      'team',
      'apply',
      '-f',
      'stopped.csv',
      '--organisation',
      'aare',
      '--template',
      'any',
      '--yes',
      '--no-check',
    ];
    const child = cli.start(args);
    assert.ok(child.stderr !== null);
    child.stdout?.resume();
    const said = text(child.stderr);
    const ended = once(child, 'exit') as Promise<[number]>;
    const count = async (): Promise<number> => {
      const [row] = await at.at.database.query<{ count: number }>(
        `select count(*) from teams where mail_nickname like 'stopped-%'`,
      );
      return row?.count ?? 0;
    };
    while ((await count()) < 30) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill('SIGINT');
    assert.deepEqual((await ended)[0], 130);
    assert.match(
      await said,
      /Interrupted: \d+ accepted, \d+ of 400 final\. Run the command again to continue\./,
    );
    assert.ok((await count()) < rows.length);
    const rest = await cli.run(args);
    assert.equal(rest.code, 0, rest.stderr);
    assert.equal(await count(), rows.length);
  });
});

describe('webhook listen', () => {
  it('prints what is signed and refuses what is not', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const child = cli.start(['webhook', 'listen', '--port', '0', '--secret', secret]);
    try {
      assert.ok(child.stderr !== null && child.stdout !== null);
      const [said] = (await once(createInterface(child.stderr), 'line')) as [string];
      const address = /http:\S+/.exec(said)?.[0] ?? '';
      const body = JSON.stringify({
        id: 'evt_1',
        type: 'group.succeeded',
        time: 'now',
        subject: 't-1',
        data: {},
      });
      const sentAt = new Date();
      const send = (signature: string) =>
        fetch(address, {
          method: 'POST',
          body,
          headers: {
            'webhook-id': 'evt_1',
            'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
            'webhook-signature': signature,
          },
        });
      assert.equal((await send('v1,AAAA')).status, 401);
      const line = once(createInterface(child.stdout), 'line') as Promise<[string]>;
      assert.equal((await send(new Webhook(secret).sign('evt_1', sentAt, body))).status, 204);
      assert.match((await line)[0], /group\.succeeded/);
      child.kill('SIGINT');
      const [code] = (await once(child, 'exit')) as [number];
      assert.equal(code, 0);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
