// The commands for existing groups against the service, as a user runs them.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Operation, Team } from '@groupwright/client';
import { teamRequest } from '../../../service/testing/service.ts';
import { cliOf, type CliService, startCliService } from '../testing/service.ts';

let service: CliService;
let at: CliService['at'];
let tenant: CliService['tenant'];
let cli: CliService['cli'];
before(async () => {
  service = await startCliService();
  ({ at, tenant, cli } = service);
});
after(() => service.close());

const create = (alias: string, others = {}) => at.createTeam(tenant, alias, others);

async function show(alias: string): Promise<Team & { etag: string }> {
  return (await cli.json(['team', 'show', alias])) as Team & { etag: string };
}

/** Runs a command that is to succeed, and gives what it printed. */
async function run(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await cli.run(['team', ...args]);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
  return stdout;
}

describe('the commands for an existing group', () => {
  it('change, hand over, archive, delete and restore it, and list its operations', async () => {
    const teamId = await create('cli-life');
    const changed = await run(
      'change',
      'cli-life',
      '--name=Renamed',
      '--add-member=lena@aare.example',
      '--remove-member=yuki@aare.example',
      '--reason=A new phase',
    );
    assert.match(changed, /✔ update_group/);
    assert.match(changed, /^~ displayName: "Group cli-life" → "Renamed"$/m);
    assert.match(changed, /^\+ members: lena@aare\.example$/m);
    assert.match(changed, /^- members: yuki@aare\.example$/m);

    await run('handover', 'cli-life', '--responsible', 'lena@aare.example', '--no-deputy');
    const { responsible, deputy } = await show('cli-life');
    assert.deepEqual([responsible, deputy], ['lena@aare.example', null]);
    const listOf = ['list', '--responsible', 'lena@aare.example', '--state', 'active'];
    assert.match(await run(...listOf), /^cli-life\s+Renamed\s+succeeded\s+active\s/m);

    await run('archive', 'cli-life', '--reason', 'Done');
    assert.equal((await show('cli-life')).state, 'archived');
    await run('unarchive', 'cli-life');
    await run('delete', 'cli-life', '--yes');
    assert.equal((await show(teamId)).state, 'deleted');
    await run('restore', teamId);
    assert.equal((await show('cli-life')).state, 'active');
    await run('repair', 'cli-life', '--property', 'displayName', '--property', 'visibility');

    const operations = (await cli.json(['team', 'operations', 'cli-life'])) as Operation[];
    const kinds = ['repair', 'restore', 'delete', 'unarchive', 'archive', 'handover', 'change'];
    assert.deepEqual(
      operations.map(({ kind }) => kind),
      kinds,
    );
    const listed = await run('operations', 'cli-life', '--limit', '6');
    assert.match(listed, /^archive\s+succeeded\s.*api_key\s+Done/m);
    const operationId = operations.at(-1)?.operationId ?? '';
    const one = await run('operations', 'cli-life', operationId);
    assert.match(one, /^succeeded {2}change {2}/);
    assert.match(one, /~ displayName/);
    const followed = await run('operations', 'cli-life', operationId, '--follow', '--json');
    assert.equal((JSON.parse(followed) as Operation).status, 'succeeded');
  });

  it('show what would change with --plan, and change nothing', async () => {
    await create('cli-plan');
    const plan = await run('change', 'cli-plan', '--name', 'Other', '--plan');
    assert.match(plan, /^It would succeed/);
    assert.match(plan, /^~ displayName: "Group cli-plan" → "Other"$/m);
    assert.match(await run('delete', 'cli-plan', '--plan'), /^Steps\s+delete_group$/m);
    assert.match(await run('restore', 'cli-plan', '--plan'), /Nothing would change/);
    assert.match(await run('restore', 'cli-plan'), /^Nothing changes/);
    const { displayName, state } = await show('cli-plan');
    assert.deepEqual([displayName, state], ['Group cli-plan', 'active']);
  });

  it('take several groups, by a batch with the result of each', async () => {
    const ids = [await create('cli-many-1'), await create('cli-many-2')];
    const keys = ['cli-many-1', ids[1] ?? ''];
    assert.equal(
      await run('archive', ...keys, '--plan'),
      '~ Group cli-many-1\n~ Group cli-many-2\n',
    );
    assert.match(await run('archive', ...keys, '--reason', 'Done'), /^2 of 2 done$/m);
    for (const key of keys) assert.equal((await show(key)).state, 'archived');
    assert.match(await run('unarchive', ...keys, '--no-wait'), /^groupwright batch wait \S+$/m);
    await run('repair', ...keys, '--property', 'displayName');
    assert.match(await run('delete', ...keys, '--yes'), /^2 of 2 done$/m);
    const refused = await cli.run(['team', 'accept-drift', ...keys, '--property', 'displayName']);
    assert.equal(refused.code, 6);
    assert.match(refused.stderr, /0 of 2 done, 2 refused/);
    const guarded = await cli.run(['team', 'restore', ...keys, '--if-match', '7']);
    assert.equal(guarded.code, 2);
    assert.match(guarded.stderr, /--if-match is the etag of one group/);
  });

  it('return at once with --no-wait, and tell how to follow the operation', async () => {
    await create('cli-soon');
    const said = await run('change', 'cli-soon', '--name', 'Soon', '--no-wait');
    const [, command = ''] = /^groupwright (team operations --follow \S+ \S+)$/m.exec(said) ?? [];
    const { code, stdout } = await cli.run(command.split(' '));
    assert.equal(code, 0);
    assert.match(stdout, /^succeeded {2}change/m);
  });

  it('cancel an operation that has not begun, and refuse one that has', async () => {
    const slow = await at.addTenant({ directory: { kind: 'sandbox', teamCreationMs: 600_000 } });
    const other = await cliOf(at, slow);
    try {
      const { body } = await at.call(slow, '/teams', { method: 'POST', body: teamRequest('slow') });
      const { teamId } = body as { teamId: string };
      const change = ['team', 'change', teamId, '--name', 'Never', '--no-wait'];
      const { operationId } = (await other.json(change)) as { operationId: string };
      const cancelled = await other.run(['team', 'cancel', teamId, operationId]);
      assert.equal(cancelled.code, 0, cancelled.stderr);
      assert.match(cancelled.stdout, /^cancelled {2}change/);
    } finally {
      await other.close();
    }
    await create('cli-late');
    await run('change', 'cli-late', '--name', 'Done');
    const [done] = (await cli.json(['team', 'operations', 'cli-late'])) as Operation[];
    const refused = await cli.run(['team', 'cancel', 'cli-late', done?.operationId ?? '']);
    assert.equal(refused.code, 5);
    assert.match(
      refused.stderr,
      /The operation is succeeded\. Only an operation that has not begun/,
    );
    const ended = await cli.run(['team', 'cancel', 'cli-late']);
    assert.equal(ended.code, 5);
    assert.match(ended.stderr, /can no longer be cancelled: it is succeeded/);
    const absent = await cli.run(['team', 'cancel', 'cli-late', 'nothing']);
    assert.equal(absent.code, 4);
    assert.match(absent.stderr, /no operation nothing of the group cli-late/);
  });

  it('end with an exit code for each kind of failure, and say what is wrong', async () => {
    await create('cli-wrong');
    const { etag } = await show('cli-wrong');
    await run('change', 'cli-wrong', '--name', 'Changed since');
    const cases: readonly [string[], number, RegExp][] = [
      [['change', 'cli-wrong'], 2, /Name what to change/],
      [['handover', 'cli-wrong', '--former', 'none'], 2, /--responsible or --deputy/],
      [['delete', 'cli-wrong'], 2, /Use --yes/],
      [['operations', 'cli-wrong', '--follow'], 2, /--follow needs the id/],
      [['archive', 'unheard-of'], 4, /No group has the id or alias unheard-of/],
      [['archive', '0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f'], 4, /no group 0198b0c1/],
      [['archive', 'cli-wrong', '--if-match', etag], 5, /changed since you read it/],
      [['change', 'cli-wrong', '--add-member', 'ghost@aare.example'], 6, /ghost@aare\.example/],
    ];
    for (const [args, code, message] of cases) {
      const ended = await cli.run(['team', ...args]);
      assert.equal(ended.code, code, `${args.join(' ')}: ${ended.stderr}`);
      assert.match(ended.stderr, message);
    }
    const planned = await cli.run(['team', 'archive', 'cli-wrong', '--plan', '--if-match', etag]);
    assert.equal(planned.code, 5, planned.stderr);
    assert.match(planned.stdout, /changed since you read it/);
    for (const wrong of ['3', '', 'W/3', '"3', '*, "3"']) {
      for (const plan of [[], ['--plan']]) {
        const ended = await cli.run(['team', 'archive', 'cli-wrong', ...plan, '--if-match', wrong]);
        assert.equal(ended.code, 2, `${wrong}: ${ended.stdout} ${ended.stderr}`);
        assert.match(ended.stderr, /in double quotes/);
      }
    }
    const { state, displayName } = await show('cli-wrong');
    assert.deepEqual([state, displayName], ['active', 'Changed since']);
  });
});

describe('team apply of a file whose groups exist', () => {
  const apply = (file: string, ...others: readonly string[]) =>
    cli.run(['team', 'apply', '-f', file, ...others]);
  const write = (file: string, ...groups: readonly string[]) =>
    writeFile(
      join(cli.home, file),
      `defaults: { organisation: aare, template: any, responsible: mara@aare.example }
groups:
${groups.map((group) => `  - { ${group} }`).join('\n')}
`,
    );

  it('shows each difference, changes only what differs, and then finds none', async () => {
    await create('file-1', { description: 'Kept' });
    await create('file-2');
    await write(
      'change.yaml',
      'mailNickName: file-1, displayName: New name, members: [lena@aare.example]',
      'mailNickName: file-2, displayName: Group file-2, responsible: lena@aare.example, deputy: ""',
      'mailNickName: file-3, displayName: Group file-3',
    );
    const plan = await apply('change.yaml', '--plan');
    assert.equal(plan.code, 0, plan.stderr);
    assert.match(plan.stdout, /^~ file-1 {2}New name/m);
    assert.match(plan.stdout, /^ {4}~ displayName: "Group file-1" → "New name"$/m);
    assert.match(plan.stdout, /^ {4}\+ members: lena@aare\.example$/m);
    assert.match(plan.stdout, /^ {4}- members: yuki@aare\.example$/m);
    assert.match(plan.stdout, /^ {4}~ responsible: "mara@aare\.example" → "lena@aare\.example"$/m);
    assert.match(plan.stdout, /1 to create, 2 to change, 0 existing, 0 would be refused/);
    assert.equal((await show('file-1')).displayName, 'Group file-1');

    const first = await apply('change.yaml', '--yes');
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /1 created, 2 changed\./);
    const { displayName, description, members } = await show('file-1');
    assert.deepEqual(
      [displayName, description, members],
      ['New name', 'Kept', ['lena@aare.example']],
    );
    const again = await apply('change.yaml', '--yes');
    assert.match(again.stdout, /0 to create, 0 to change, 3 existing[^]*Nothing differs/);
  });

  it('names the place of what the service would refuse, and changes nothing', async () => {
    await create('file-refused');
    await write(
      'refused.yaml',
      'mailNickName: file-refused, displayName: Other, members: [ghost@aare.example]',
    );
    const refused = await apply('refused.yaml', '--yes');
    assert.equal(refused.code, 5);
    assert.match(refused.stderr, /refused\.yaml:3:\d+: .*ghost@aare\.example/);
    assert.equal((await show('file-refused')).displayName, 'Group file-refused');
  });

  it('creates the group again if the one that had the alias was deleted', async () => {
    const deleted = await create('file-deleted');
    await run('delete', deleted, '--yes');
    await write('deleted.yaml', 'mailNickName: file-deleted, displayName: Group file-deleted');
    const applied = await apply('deleted.yaml', '--yes');
    assert.match(applied.stdout, /1 created\./, applied.stderr);
    assert.notEqual((await show('file-deleted')).teamId, deleted);
  });
});
