// The expiry of groups with the service, as a user runs the commands.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createAdvance, type Advance } from '../../../service/testing/governance.ts';
import type { TestTenant } from '../../../service/testing/service.ts';
import type { Cli } from '../testing/cli.ts';
import { startCliService, type CliService } from '../testing/service.ts';

const dayMs = 86_400_000;
let service: CliService;
let governance: Advance;
let tenant: TestTenant;
let cli: Cli;

before(async () => {
  service = await startCliService();
  ({ tenant, cli } = service);
  governance = createAdvance(service.at);
  await governance.setLifecycle(tenant, {
    expires: { after: 'P1Y' },
    callerMaySet: true,
    longest: 'P2Y',
    remindBefore: ['P30D'],
    renew: { for: 'P1Y', atMost: 1 },
  });
});
after(() => service.close());

// One day for the whole file, which may run past midnight.
const startedAt = Date.now();
const dayIn = (days: number) => new Date(startedAt + days * dayMs).toISOString().slice(0, 10);
const request = (alias: string, ...others: readonly string[]) => [
  'team',
  'create',
  '--alias',
  alias,
  '--name',
  `Group ${alias}`,
  '--responsible',
  'mara@aare.example',
  '--deputy',
  'tomas@aare.example',
  '--organisation',
  'aare',
  '--template',
  'any',
  ...others,
];

async function create(alias: string, ...others: readonly string[]): Promise<void> {
  const made = await cli.run(request(alias, ...others));
  assert.equal(made.code, 0, made.stderr);
  await governance.settled(tenant);
  await governance.runDue(tenant);
}

async function expiryOf(alias: string): Promise<string> {
  const team = (await cli.json(['team', 'show', alias])) as { lifecycle: { expiresAt: string } };
  return team.lifecycle.expiresAt;
}

const aliasesBefore = async (time: string) => {
  const found = (await cli.json(['team', 'list', '--expires-before', time])) as {
    mailNickName: string;
  }[];
  return found.map(({ mailNickName }) => mailNickName);
};

async function setDays(timeZone: string, hour: number): Promise<void> {
  const { database } = service.at.at;
  await database.query('update tenants set notices = $2 where tenant_id = $1', [
    tenant.tenantId,
    JSON.stringify({ sender: 'outbox', language: 'en', timeZone, hour, contact: null }),
  ]);
  await service.at.service.refresh();
}

describe('the expiry of a group', () => {
  it('is named by the request, shown, and found by --expires-before', async () => {
    await create('usual');
    await create('dated', '--expires', dayIn(100));
    assert.equal((await expiryOf('dated')).slice(0, 10), dayIn(100));
    const shown = await cli.run(['team', 'show', 'dated']);
    assert.match(shown.stdout, new RegExp(`^Expires\\s+${dayIn(100)}`, 'm'));
    assert.deepEqual(await aliasesBefore(dayIn(101)), ['dated']);
    assert.deepEqual(await aliasesBefore(dayIn(99)), []);
    assert.deepEqual((await aliasesBefore(dayIn(400))).toSorted(), ['dated', 'usual']);
  });

  it('is refused where the template does not permit it, each fault with its exit code', async () => {
    for (const [expires, code, message] of [
      ['soon', 2, /--expires/],
      [dayIn(-1), 5, /in the future/],
      [dayIn(900), 5, /permits no expiry after/],
    ] as const) {
      const ended = await cli.run(request('refused', '--expires', expires));
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stderr, message);
    }
    const wrong = await cli.run(['team', 'list', '--expires-before', 'soon']);
    assert.equal(wrong.code, 2, wrong.stderr);
  });

  it('is renewed for the usual length or until a day, as often as the template permits', async () => {
    await create('renewed', '--expires', dayIn(50));
    const before = Date.parse(await expiryOf('renewed'));
    const renewed = await cli.run(['team', 'renew', 'renewed', '--reason', 'It is needed.']);
    assert.equal(renewed.code, 0, renewed.stderr);
    assert.match(renewed.stdout, /^Renewed\. It expires at \S+\.$/m);
    assert.ok(Date.parse(await expiryOf('renewed')) >= before + 365 * dayMs - dayMs);
    const again = await cli.run(['team', 'renew', 'renewed']);
    assert.equal(again.code, 5);
    assert.match(again.stderr, /renew/);

    await create('until', '--expires', dayIn(50));
    const until = await cli.run(['team', 'renew', 'until', '--until', dayIn(120)]);
    assert.equal(until.code, 0, until.stderr);
    assert.equal((await expiryOf('until')).slice(0, 10), dayIn(120));
  });

  it('is asked about by a task, which the people of the group are found by and which is decided once', async () => {
    await create('asked', '--expires', dayIn(20));
    const list = ['task', 'list', '--team', 'asked', '--kind', 'renew'];
    const [task] = (await cli.json([...list, '--assignee', 'mara@aare.example'])) as {
      taskId: string;
    }[];
    assert.ok(task);
    assert.deepEqual(await cli.json([...list, '--assignee', 'yuki@aare.example']), []);
    const decided = await cli.run(['task', 'decide', task.taskId, 'renew', '--reason', 'Needed.']);
    assert.equal(decided.code, 0, decided.stderr);
    assert.ok(Date.parse(await expiryOf('asked')) > Date.now() + 300 * dayMs);
    assert.deepEqual(await cli.json(list), []);
  });

  it('is on a day of the tenant, at the hour at which its dates count', async () => {
    await setDays('Pacific/Honolulu', 9);
    const day = dayIn(100);
    const at = `${day}T19:00:00.000Z`;
    await create('island', '--expires', day);
    assert.equal(await expiryOf('island'), at);
    const until = `${dayIn(200)}T19:00:00.000Z`;
    const renewed = await cli.run(['team', 'renew', 'island', '--until', dayIn(200)]);
    assert.equal(renewed.code, 0, renewed.stderr);
    assert.equal(await expiryOf('island'), until);
    const file = [
      'mailNickName,displayName,responsible,deputy,organisation,template,expiresAt',
      `filed,Filed,mara@aare.example,tomas@aare.example,aare,any,${day}`,
      '',
    ];
    await writeFile(join(cli.home, 'groups.csv'), file.join('\n'));
    const applied = await cli.run(['team', 'apply', '-f', 'groups.csv', '--yes']);
    assert.equal(applied.code, 0, applied.stderr);
    await governance.settled(tenant);
    await governance.runDue(tenant);
    assert.equal(await expiryOf('filed'), at);
    // A group that exists keeps its expiry, and the command says so; another template is no other group.
    const later = file.map((line) => line.replace(day, dayIn(300)));
    await writeFile(join(cli.home, 'groups.csv'), later.join('\n'));
    const kept = await cli.run(['team', 'apply', '-f', 'groups.csv', '--yes']);
    assert.equal(kept.code, 0, kept.stderr);
    assert.match(kept.stdout, /filed .* expiresAt counts for new groups, so this one stays until/);
    assert.equal(await expiryOf('filed'), at);
    await writeFile(join(cli.home, 'groups.csv'), file.join('\n').replace(',any,', ',project,'));
    const moved = await cli.run(['team', 'apply', '-f', 'groups.csv', '--yes']);
    assert.match(moved.stderr, /groups\.csv:2:\d+: The template of the group is any, and cannot/);
    await setDays('UTC', 8);
  });
});
