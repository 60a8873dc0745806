// Tasks, notices and lifecycles with the service, as a user runs the commands.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TestTenant } from '../../../service/testing/service.ts';
import { openTestTask } from '../../../service/testing/tasks.ts';
import type { Cli } from '../testing/cli.ts';
import { startCliService, type CliService } from '../testing/service.ts';

let service: CliService;
let tenant: TestTenant;
let cli: Cli;
let create: CliService['create'];

before(async () => {
  service = await startCliService();
  ({ tenant, cli, create } = service);
});
after(() => service.close());

const mara = {
  personId: 'p-mara',
  email: 'mara@aare.example',
  displayName: 'Mara',
  language: null,
};

describe('the commands for tasks', () => {
  it('list the open tasks, and the others where they are asked for', async () => {
    const teamId = await create('listed');
    const lapsed = await openTestTask(service.at.at, tenant, teamId);
    await service.at.at.database.query(`update tasks set state = 'lapsed' where task_id = $1`, [
      lapsed,
    ]);
    const open = await openTestTask(service.at.at, tenant, teamId, { assignees: [mara] });
    const { stdout, code } = await cli.run(['task', 'list', '--team', 'listed']);
    assert.equal(code, 0);
    const row = new RegExp(
      `^listed\\s+renew\\s+open\\s+2027-03-01 08:00\\s+${mara.email}\\s+${open}$`,
      'm',
    );
    assert.match(stdout, row);
    assert.doesNotMatch(stdout, new RegExp(lapsed));
    const all = (await cli.json(['task', 'list', '--team', teamId, '--state', 'all'])) as {
      taskId: string;
    }[];
    assert.deepEqual(
      all.map(({ taskId }) => taskId),
      [open, lapsed],
    );
    const review = await cli.json(['task', 'list', '--team', 'listed', '--kind', 'review']);
    assert.deepEqual(review, []);
  });

  it('show the request that a task approves, and who asked for it', async () => {
    const teamId = await create('asked-for');
    const request = {
      kind: 'change',
      operationId: '0198b0c1-9c3e-7b21-a1d4-3f2e1d0c9b8a',
      requestedBy: { kind: 'person', id: mara.email, name: mara.email },
      sentBy: { kind: 'api_key', id: 'k-1', name: 'Project system' },
      requestedAt: '2027-02-01T08:00:00.000Z',
      reason: 'A partner joins',
      stage: 1,
      of: 2,
      notAsked: 3,
      displayName: 'Asked for',
      description: null,
      visibility: 'public',
      responsible: mara.email,
      deputy: null,
      people: 12,
      guests: 1,
      added: ['guest@partner.example'],
      removed: [],
      properties: { projectCode: '4711' },
      changes: ['visibility', 'members'],
    };
    const kind = 'approve_change';
    const taskId = await openTestTask(service.at.at, tenant, teamId, { kind, data: { request } });
    const { stdout } = await cli.run(['task', 'list', '--kind', kind]);
    assert.match(stdout, /public and members, 12 people, 1 guest, by mara@aare\.example/);
    const shown = await cli.run(['task', 'show', taskId]);
    for (const line of [
      /^Requested by\s+mara@aare\.example$/m,
      /^Sent by\s+Project system$/m,
      /^Request reason\s+A partner joins$/m,
      /^Size\s+12 people$/m,
      /^Adds\s+guest@partner\.example$/m,
      /^Stage\s+1 of 2$/m,
    ]) {
      assert.match(shown.stdout, line);
    }
  });

  it('show a task with its decisions, decide it, and refuse a second decision', async () => {
    const teamId = await create('decided');
    const taskId = await openTestTask(service.at.at, tenant, teamId, { assignees: [mara] });
    const shown = await cli.run(['task', 'show', taskId]);
    assert.equal(shown.code, 0);
    assert.match(shown.stdout, /^Assignees\s+Mara <mara@aare\.example>$/m);
    assert.match(shown.stdout, /^Decisions\s+renew, let_expire$/m);

    const unknown = await cli.run(['task', 'decide', taskId, 'paint']);
    assert.equal(unknown.code, 5, unknown.stderr);
    assert.match(unknown.stderr, /can be decided with renew or let_expire/);

    const reason = 'The project is over.';
    const decided = await cli.run(['task', 'decide', taskId, 'let_expire', '--reason', reason]);
    assert.equal(decided.code, 0, decided.stderr);
    assert.match(decided.stdout, /^Outcome\s+let_expire$/m);
    assert.match(decided.stdout, /^Reason\s+The project is over\.$/m);
    assert.match(decided.stdout, /^Decided via\s+api$/m);

    const late = await cli.run(['task', 'decide', taskId, 'renew', '--json']);
    assert.equal(late.code, 5);
    const problem = JSON.parse(late.stderr) as { code: string; detail: string };
    assert.equal(problem.code, 'task_closed');
    assert.match(problem.detail, /was decided by (?![0-9a-f]{8}-).+: let_expire\./);
  });

  it('refuse wrong input, each with its exit code', async () => {
    const nothing = '00000000-0000-4000-8000-000000000000';
    for (const [args, code, message] of [
      [['list', '--kind', 'paint'], 2, /Allowed choices are renew, review/],
      [['list', '--limit', 'all'], 2, /--limit must be a whole number/],
      [['list', '--team', 'nowhere'], 4, /No group has the id or alias nowhere/],
      [['show', nothing], 4, new RegExp(`There is no task ${nothing}`)],
      [['decide', nothing], 2, /missing required argument 'decision'/],
      [['decide', nothing, 'renew'], 4, new RegExp(`There is no task ${nothing}`)],
    ] as const) {
      const ended = await cli.run(['task', ...args]);
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stderr, message);
      assert.equal(ended.stdout, '');
    }
  });
});

describe('the commands for the lifecycle of a group', () => {
  it('hold and release it, and say so in its record', async () => {
    await create('held');
    const held = await cli.run(['team', 'hold', 'held', '--reason', 'A lawsuit']);
    assert.equal(held.code, 0, held.stderr);
    assert.match(held.stdout, /^On hold since \S+: A lawsuit$/m);
    assert.match((await cli.run(['team', 'show', 'held'])).stdout, /^On hold\s+A lawsuit$/m);
    const released = await cli.run(['team', 'release', 'held']);
    assert.equal(released.stdout, 'Released: the group is on no hold.\n');
    assert.doesNotMatch((await cli.run(['team', 'show', 'held'])).stdout, /^On hold/m);
  });

  it('refuse what cannot be renewed or held, each with its exit code', async () => {
    await create('endless');
    for (const [args, code, message] of [
      [['renew', 'endless'], 5, /does not expire/],
      [['renew', 'endless', '--until', 'tomorrow'], 2, /Write it as 2028-03-01/],
      [['renew', 'nowhere'], 4, /No group has the id or alias nowhere/],
      [['hold', 'endless'], 2, /required option '--reason <text>' not specified/],
      [['notices', 'nowhere'], 4, /No group has the id or alias nowhere/],
    ] as const) {
      const ended = await cli.run(['team', ...args]);
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stderr, message);
    }
  });

  it('list the notices about it', async () => {
    const teamId = await create('noticed');
    assert.deepEqual(await cli.json(['team', 'notices', teamId]), []);
  });
});
