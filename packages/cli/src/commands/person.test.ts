// The commands for a person against the service, as a user runs them.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { TestTenant } from '../../../service/testing/service.ts';
import type { Cli } from '../testing/cli.ts';
import { cliOf, startCliService, type CliService } from '../testing/service.ts';

const leaver = 'mara@aare.example';
let service: CliService;
let tenant: TestTenant;
let cli: Cli;

before(async () => {
  service = await startCliService();
});
beforeEach(async () => {
  await cli?.close();
  tenant = await service.at.addTenant();
  cli = await cliOf(service.at, tenant);
});
after(async () => {
  await cli?.close();
  await service.close();
});

const create = (alias: string, others = {}) => service.at.createTeam(tenant, alias, others);

const person = (...args: readonly string[]) => cli.run(['person', ...args]);

async function answering(alias: string): Promise<readonly (string | null)[]> {
  const team = (await cli.json(['team', 'show', alias])) as {
    responsible: string;
    deputy: string | null;
  };
  return [team.responsible, team.deputy];
}

describe('the commands for a person', () => {
  it('list the groups with the roles of the person', async () => {
    await create('first');
    await create('second', { responsible: 'lena@aare.example', members: [leaver], deputy: null });
    const { stdout, code } = await person('groups', leaver.toUpperCase());
    assert.equal(code, 0);
    assert.match(stdout, /^second\s+Group second\s+active\s+member\s/m);
    assert.match(stdout, /^first\s+Group first\s+active\s+responsible, owner\s/m);
    const one = (await cli.json(['person', 'groups', leaver, '--limit', '1'])) as object[];
    assert.equal(one.length, 1);
    const roles = await person('roles', leaver);
    const today = new Date().toISOString().slice(0, 10);
    assert.match(
      roles.stdout,
      new RegExp(`^first\\s+Group first\\s+responsible\\s+${today}\\s+today\\s`, 'm'),
    );
    assert.doesNotMatch(roles.stdout, /^second/m);
  });

  it('show the handover of a person first, and change nothing without a confirmation', async () => {
    await create('with-deputy');
    await create('alone', { deputy: null });
    const plan = await person('handover', leaver, '--plan');
    assert.equal(plan.code, 5, 'one of them would be refused');
    assert.match(plan.stdout, /^Group alone\s+active\s+responsible\s+vacant\s+none\s/m);
    assert.match(
      plan.stdout,
      /^Group with-deputy\s+active\s+responsible\s+tomas@aare\.example\s+vacant\s/m,
    );
    assert.match(plan.stdout, /^! Group alone: The group has no deputy/m);
    assert.match(plan.stdout, /^1 to hand over, 1 would be refused, 2 with a vacant place\.$/m);
    const asked = await person('handover', leaver);
    assert.equal(asked.code, 2);
    assert.match(asked.stderr, /Use --yes to hand over the groups/);
    assert.deepEqual(await answering('with-deputy'), [leaver, 'tomas@aare.example']);
  });

  it('hand over every group with --yes, and say which were refused', async () => {
    await create('with-deputy');
    await create('alone', { deputy: null });
    const done = await person('handover', leaver, '--yes', '--reason', 'Left');
    assert.equal(done.code, 5, done.stderr);
    assert.match(done.stdout, /^1 handed over, 1 refused\.$/m);
    assert.deepEqual(await answering('with-deputy'), ['tomas@aare.example', null]);
    const args = ['handover', leaver, '--to', 'lena@aare.example', '--yes', '--json'];
    const rest = await person(...args);
    assert.equal(rest.code, 0, rest.stderr);
    const { accepted, items } = JSON.parse(rest.stdout) as {
      accepted: number;
      items: { status: string }[];
    };
    assert.deepEqual([accepted, items.map(({ status }) => status)], [1, ['succeeded']]);
    assert.deepEqual(await answering('alone'), ['lena@aare.example', null]);
    const nothing = await person('handover', leaver);
    assert.deepEqual([nothing.code, nothing.stderr], [0, '']);
    assert.match(nothing.stdout, /is not responsible or deputy of any group\.\n$/);
  });

  it('end with an exit code for each kind of failure, and say what is wrong', async () => {
    await create('one');
    const cases: readonly [string[], number, RegExp][] = [
      [['groups'], 2, /missing required argument 'person'/],
      [['groups', leaver, '--limit', '-1'], 2, /--limit must be/],
      [['groups', 'ghost@aare.example'], 4, /no person ghost@aare\.example in the directory/],
      [['handover', 'ghost', '--yes'], 4, /no person ghost in the directory/],
      [['handover', leaver, '--former', 'boss'], 2, /Allowed choices are owner, member, none/],
      [['handover', leaver, '--to', leaver, '--yes'], 5, /is the person who leaves/],
      [
        ['handover', leaver, '--to', 'x', '--deputy', 'ghost@aare.example', '--yes'],
        5,
        /\/to: [^]*\/deputy: ghost@aare\.example is not in the directory/,
      ],
    ];
    for (const [args, code, message] of cases) {
      const ended = await person(...args);
      assert.equal(ended.code, code, `${args.join(' ')}: ${ended.stderr}`);
      assert.match(ended.stderr, message);
    }
    assert.deepEqual(await answering('one'), [leaver, 'tomas@aare.example']);
  });
});
