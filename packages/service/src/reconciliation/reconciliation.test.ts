// Automatic reconciliations on a virtual clock: groups that exist on one side only, and when reconciliations run.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import { type Directory, DirectoryError } from '../directory/directory.ts';
import { DomainError } from '../ground/errors.ts';
import { createTeamStore } from '../groups/read/teams.postgres.ts';
import { silentLog } from '../postgres/log.ts';
import { openDatabase } from '../postgres/pool.ts';
import { otherHistory } from '../../testing/database.ts';
import { servedTenantId as tenantId } from '../../testing/simulated-graph.ts';
import { dieInReconciliation } from './crash-boundaries.suite.ts';
import { everyMs, hour, openFixtures, random } from './fixtures.suite.ts';

suite('automatic reconciliation', () => {
  test('after a restore from a backup the groups without a record are adopted, not made twice', async () => {
    const fixtures = await openFixtures();
    const first = fixtures.startProcess();
    const codes = ['kept', 'lost', 'also-lost'];
    for (const code of codes) await fixtures.accept(code);
    first.worker.wake(tenantId);
    await fixtures.until(async () =>
      (await Promise.all(codes.map(fixtures.statusOf))).every((status) => status === 'succeeded'),
    );
    await first.stop();
    await fixtures.forget('lost');
    await fixtures.forget('also-lost');
    const groups = fixtures.suite.groups.size;
    // The restored database says that it was reconciled just before the backup.
    fixtures.clock.advanceTo(fixtures.clock.now() + hour);
    const second = fixtures.startProcess();
    await fixtures.reconciledWhenDue();
    await fixtures.until(async () => (await fixtures.statusOf('also-lost')) === 'succeeded');
    await fixtures.until(async () => (await fixtures.statusOf('lost')) === 'succeeded');
    await second.stop();
    assert.equal(fixtures.suite.groups.size, groups);
    for (const code of codes) assert.equal(fixtures.groupsOf(code).length, 1);
    assert.deepEqual(
      (await fixtures.listed()).sort(),
      codes.map((code) => random.guid(code)).sort(),
    );
    assert.equal(await fixtures.aliasOf('lost'), 'prj-lost');
    const report = (await fixtures.state())?.last?.report;
    assert.equal(report?.found.adopt, 2);
    assert.equal(report?.resolved.adopt, 2);
    await fixtures.close();
  });

  test('a group whose creation failed without knowing of it is removed once the directory lets us', async () => {
    const fixtures = await openFixtures();
    const whole = fixtures.graph.connect();
    let refuses = false;
    const refuse = (): never => {
      throw new DirectoryError('permission_missing', 'The connection may not do this.');
    };
    // The group is made, its answer is lost, and the permission is withdrawn. The hostile directory may
    // lose the answer by itself, or make the group at a later attempt.
    const directory: Directory = {
      ...whole,
      async createGroup(group, call) {
        try {
          return await whole.createGroup(group, call);
        } finally {
          refuses = fixtures.groupsOf('unknown').length === 1;
          if (refuses) refuse();
        }
      },
      findGroupByMarker: (marker, call) =>
        refuses ? refuse() : whole.findGroupByMarker(marker, call),
      deleteGroup: (...given) => (refuses ? refuse() : whole.deleteGroup(...given)),
      listGroups: (...given) => (refuses ? refuse() : whole.listGroups(...given)),
    };
    const process_ = fixtures.startProcess({ directory });
    await fixtures.accept('unknown');
    process_.worker.wake(tenantId);
    await fixtures.until(async () => (await fixtures.statusOf('unknown')) === 'failed');
    assert.equal(fixtures.groupsOf('unknown').length, 1);
    await fixtures.until(async () => (await fixtures.state())?.error !== undefined);
    assert.match((await fixtures.state())?.error?.detail ?? '', /may not do this/);
    refuses = false;
    await fixtures.reconciledWhenDue();
    await fixtures.reconciledWhenDue();
    await process_.stop();
    assert.equal(fixtures.groupsOf('unknown').length, 0);
    assert.deepEqual(await fixtures.activityOf('unknown'), ['group.failed', 'group.removed']);
    assert.equal((await fixtures.state())?.error, undefined);
    await fixtures.close();
  });

  test('a group that someone removed is recorded as missing and never created again, and its return is recorded', async () => {
    const fixtures = await openFixtures();
    const process_ = fixtures.startProcess();
    for (const code of ['stays', 'goes', 'is-purged']) await fixtures.accept(code);
    process_.worker.wake(tenantId);
    await fixtures.until(async () => (await fixtures.listed()).length === 3);
    // Younger than the directory may take to show it.
    await fixtures.reconciledWhenDue();
    fixtures.clock.advanceTo(fixtures.clock.now() + hour);
    const [gone] = fixtures.groupsOf('goes');
    const [purged] = fixtures.groupsOf('is-purged');
    assert.ok(gone && purged);
    gone.deletedAt = fixtures.clock.now();
    fixtures.suite.byNickname.delete('prj-goes');
    fixtures.suite.groups.delete(purged.id);
    fixtures.suite.byNickname.delete('prj-is-purged');
    const groups = fixtures.suite.groups.size;
    await fixtures.reconciledWhenDue();
    assert.deepEqual(await fixtures.listed(), [random.guid('stays')]);
    assert.deepEqual(
      [await fixtures.aliasOf('goes'), await fixtures.statusOf('goes')],
      [null, 'succeeded'],
    );
    assert.deepEqual(await fixtures.activityOf('goes'), ['group.succeeded', 'group.gone']);
    assert.equal((await fixtures.state())?.last?.report.found.missing, 2);
    const teams = createTeamStore(fixtures.database);
    const read = async (code: string) =>
      (await teams.readTeam(tenantId, random.guid(code)))?.directory?.goneSince;
    assert.ok(((await read('goes'))?.getTime() ?? 0) > fixtures.clock.now() - hour);
    assert.equal(await read('stays'), undefined);
    await fixtures.reconciledWhenDue();
    assert.equal((await fixtures.state())?.last?.report.found.missing, 0);
    assert.equal(fixtures.suite.groups.size, groups);

    gone.deletedAt = undefined;
    fixtures.suite.byNickname.set('prj-goes', gone);
    await fixtures.reconciledWhenDue();
    await fixtures.reconciledWhenDue();
    await process_.stop();
    assert.deepEqual(await fixtures.listed(), [random.guid('stays'), random.guid('goes')]);
    assert.equal(await fixtures.aliasOf('goes'), 'prj-goes');
    assert.deepEqual(await fixtures.activityOf('goes'), [
      'group.succeeded',
      'group.gone',
      'group.returned',
    ]);
    assert.deepEqual(await fixtures.activityOf('stays'), ['group.succeeded']);
    await fixtures.close();
  });

  test('a group that an operation deleted is neither missing nor adopted; restored in the suite, it is active again', async () => {
    const fixtures = await openFixtures();
    const process_ = fixtures.startProcess();
    for (const code of ['stays', 'deleted', 'is-purged']) await fixtures.accept(code);
    process_.worker.wake(tenantId);
    await fixtures.until(async () => (await fixtures.listed()).length === 3);
    fixtures.clock.advanceTo(fixtures.clock.now() + hour);
    const [deleted] = fixtures.groupsOf('deleted');
    const [purged] = fixtures.groupsOf('is-purged');
    assert.ok(deleted && purged);
    for (const code of ['deleted', 'is-purged']) await fixtures.recordDeletion(code);
    deleted.deletedAt = fixtures.clock.now();
    fixtures.suite.byNickname.delete('prj-deleted');
    fixtures.suite.groups.delete(purged.id);
    fixtures.suite.byNickname.delete('prj-is-purged');
    await fixtures.reconciledWhenDue();
    await fixtures.reconciledWhenDue();
    const states = async (...codes: string[]) =>
      await Promise.all(codes.map((code) => fixtures.stateOf(code)));
    assert.deepEqual(await states('deleted', 'is-purged'), ['deleted', 'deleted']);
    const { found } = (await fixtures.state())?.last?.report ?? {};
    assert.deepEqual([found?.missing, found?.adopt, found?.unresolved], [0, 0, 0]);

    deleted.deletedAt = undefined;
    fixtures.suite.byNickname.set('prj-deleted', deleted);
    await fixtures.reconciledWhenDue();
    await fixtures.reconciledWhenDue();
    assert.deepEqual(await states('deleted', 'is-purged'), ['active', 'deleted']);
    assert.equal(await fixtures.aliasOf('deleted'), 'prj-deleted');
    assert.deepEqual(await fixtures.listed(), [random.guid('stays'), random.guid('deleted')]);
    assert.deepEqual(await fixtures.activityOf('deleted'), ['group.succeeded', 'group.returned']);

    // It can be removed in the suite like any other group.
    deleted.deletedAt = fixtures.clock.now();
    fixtures.suite.byNickname.delete('prj-deleted');
    await fixtures.reconciledWhenDue();
    await process_.stop();
    assert.deepEqual(await states('deleted'), ['gone']);
    await fixtures.close();
  });

  test('a group that the directory still shows right after its deletion by an operation stays deleted', async () => {
    const fixtures = await openFixtures({ profile: calm });
    const process_ = fixtures.startProcess();
    await fixtures.accept('deleted');
    process_.worker.wake(tenantId);
    await fixtures.until(async () => (await fixtures.listed()).length === 1);
    fixtures.clock.advanceTo(fixtures.clock.now() + everyMs);
    await fixtures.recordDeletion('deleted');
    await fixtures.reconciledWhenDue();
    await process_.stop();
    assert.equal(await fixtures.stateOf('deleted'), 'deleted');
    await fixtures.close();
  });

  test('a database of another history is reconciled within a minute, and once', async () => {
    const fixtures = await openFixtures({ profile: calm });
    const process_ = fixtures.startProcess();
    await fixtures.reconciled();
    const finishedAt = async () => (await fixtures.state())?.last?.finishedAt.getTime() ?? 0;
    const first = await finishedAt();
    fixtures.clock.advanceTo(fixtures.clock.now() + 60_000);
    const asOwner = openDatabase(fixtures.owner, { log: silentLog });
    await asOwner.query(otherHistory);
    await asOwner.close();
    const changedAt = fixtures.clock.now();
    await fixtures.reconciled();
    const second = await finishedAt();
    assert.ok(second > first && second - changedAt <= 60_000, `${second - changedAt} ms`);
    await fixtures.reconciled();
    assert.ok((await finishedAt()) - second >= everyMs);
    await process_.stop();
    await fixtures.close();
  });

  test('a reconciliation that a clock has put far ahead is due', async () => {
    const fixtures = await openFixtures({ profile: calm });
    const process_ = fixtures.startProcess();
    await fixtures.reconciled();
    const changedAt = fixtures.clock.now();
    await fixtures.database.query(
      `update reconciliations set due_at = due_at + interval '1 hour', attempted_at = attempted_at + interval '1 hour'`,
    );
    await fixtures.reconciled();
    const { last } = (await fixtures.state()) ?? {};
    assert.ok((last?.finishedAt.getTime() ?? 0) - changedAt <= 60_000);
    await process_.stop();
    await fixtures.close();
  });

  test('a connection to another suite makes no group missing', async () => {
    const fixtures = await openFixtures();
    const process_ = fixtures.startProcess();
    for (const code of ['one', 'two']) await fixtures.accept(code);
    process_.worker.wake(tenantId);
    await fixtures.until(async () => (await fixtures.listed()).length === 2);
    fixtures.clock.advanceTo(fixtures.clock.now() + hour);
    fixtures.suite.groups.clear();
    fixtures.suite.byNickname.clear();
    fixtures.suite.byUniqueName.clear();
    await fixtures.reconciledWhenDue();
    await process_.stop();
    assert.equal((await fixtures.listed()).length, 2);
    const report = (await fixtures.state())?.last?.report;
    assert.deepEqual([report?.found.missing, report?.found.unresolved], [0, 1]);
    assert.match(report?.drift[0]?.outcome ?? '', /connected to the right directory/);
    await fixtures.close();
  });

  test('of several processes one reconciles at a time, and two reconciliations at once resolve everything once', async () => {
    const fixtures = await openFixtures();
    const maker = fixtures.startProcess();
    for (const code of ['lost', 'goes', 'stays']) await fixtures.accept(code);
    maker.worker.wake(tenantId);
    await fixtures.until(async () => (await fixtures.listed()).length === 3);
    await maker.stop();
    await fixtures.forget('lost');
    fixtures.clock.advanceTo(fixtures.clock.now() + hour);
    const [gone] = fixtures.groupsOf('goes');
    assert.ok(gone);
    gone.deletedAt = fixtures.clock.now();
    fixtures.suite.byNickname.delete('prj-goes');

    const processes = [fixtures.startProcess(), fixtures.startProcess(), fixtures.startProcess()];
    let max = 0;
    const before = fixtures.clock.now();
    await fixtures.until(async () => {
      max = Math.max(max, processes.filter(({ isReconciling }) => isReconciling()).length);
      // Beside them, an operator reconciles with a separate connection.
      if (fixtures.clock.now() === before) {
        const call = { signal: new AbortController().signal, teamId: 'reconciliation' };
        const runs = [1, 2].map(() =>
          fixtures.reconcilerWith(fixtures.database, fixtures.graph.connect()).run(call),
        );
        const [one, other] = await Promise.all(runs);
        const drift = [...(one ?? []), ...(other ?? [])];
        assert.ok(drift.every(({ resolved }) => resolved));
      }
      return (
        (await fixtures.state())?.last !== undefined &&
        (await fixtures.statusOf('lost')) === 'succeeded'
      );
    });
    for (const process_ of processes) {
      await process_.stop();
      assert.deepEqual(process_.errors, []);
    }
    assert.ok(max <= 1);
    assert.deepEqual(await fixtures.activityOf('lost'), [
      'group.succeeded',
      'group.accepted',
      'group.succeeded',
    ]);
    assert.deepEqual(await fixtures.activityOf('goes'), ['group.succeeded', 'group.gone']);
    assert.equal(fixtures.groupsOf('lost').length, 1);
    assert.equal((await fixtures.listed()).length, 2);
    // Each of them only knows the waits that it was asked for itself.
    await fixtures.close('retried_too_early');
  });

  // crash-boundaries.long.ts dies at all of them.
  dieInReconciliation(3);

  test('a directory that cannot be opened is reported once, and tried again later', async () => {
    const fixtures = await openFixtures({ profile: calm });
    const worker = fixtures.startProcess({
      openDirectory: () => {
        throw new DomainError('unavailable', 'The secret cannot be opened.');
      },
    });
    await fixtures.until(async () => (await fixtures.state())?.error !== undefined);
    const { error, dueAt } = (await fixtures.state()) ?? {};
    assert.equal(error?.detail, 'The secret cannot be opened.');
    assert.equal(dueAt?.getTime(), (error?.attemptedAt.getTime() ?? 0) + 15 * 60_000);
    await worker.stop();
    assert.equal(worker.errors.length, 1);
    await fixtures.close();
  });

  test('creations continue during a long reconciliation, and a stop ends it, so that it is still due', async () => {
    const fixtures = await openFixtures({ profile: calm });
    const whole = fixtures.graph.connect();
    const asked = Promise.withResolvers<void>();
    const directory: Directory = {
      ...whole,
      // Asked for a page, it does not answer before the reconciliation ends.
      listGroups(_cursor, { signal }) {
        asked.resolve();
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('Given up.')));
        });
      },
    };
    const process_ = fixtures.startProcess({ directory });
    await fixtures.until(() => process_.isReconciling());
    await asked.promise;
    await fixtures.accept('meanwhile');
    process_.worker.wake(tenantId);
    await fixtures.until(async () => (await fixtures.statusOf('meanwhile')) === 'succeeded');
    assert.ok(process_.isReconciling());
    await process_.stop();
    assert.ok(!process_.isReconciling());
    assert.equal(await fixtures.state(), undefined);
    assert.deepEqual(process_.errors, []);
    await fixtures.close();
  });

  test('the next reconciliation follows after the interval, and after a start only if the last is not fresh', async () => {
    const fixtures = await openFixtures({ profile: calm });
    const first = fixtures.startProcess();
    await fixtures.reconciled();
    await first.stop();
    const { last, dueAt } = (await fixtures.state()) ?? {};
    assert.equal(dueAt?.getTime(), (last?.finishedAt.getTime() ?? 0) + everyMs);
    const second = fixtures.startProcess();
    const started = fixtures.clock.now();
    await fixtures.reconciled();
    await second.stop();
    assert.ok(fixtures.clock.now() - started >= everyMs - 60_000);
    fixtures.clock.advanceTo(fixtures.clock.now() + 10 * 60_000);
    const third = fixtures.startProcess();
    const again = fixtures.clock.now();
    await fixtures.reconciled();
    await third.stop();
    assert.ok(fixtures.clock.now() - again <= 60_000);
    await fixtures.close();
  });
});
