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
import { createCrashingDatabase } from '../../testing/crashing-database.ts';
import { servedTenantId as tenantId } from '../../testing/simulated-graph.ts';
import { everyMs, hour, openRig, random } from './rig.suite.ts';

suite('automatic reconciliation', () => {
  test('after a restore from a backup the groups without a record are adopted, not made twice', async () => {
    const rig = await openRig();
    const first = rig.startProcess();
    const codes = ['kept', 'lost', 'also-lost'];
    for (const code of codes) await rig.accept(code);
    first.worker.wake(tenantId);
    await rig.until(async () =>
      (await Promise.all(codes.map(rig.statusOf))).every((status) => status === 'succeeded'),
    );
    await first.stop();
    await rig.forget('lost');
    await rig.forget('also-lost');
    const groups = rig.suite.groups.size;
    // The restored database says that it was reconciled just before the backup.
    rig.clock.advanceTo(rig.clock.now() + hour);
    const second = rig.startProcess();
    await rig.reconciledWhenDue();
    await rig.until(async () => (await rig.statusOf('also-lost')) === 'succeeded');
    await rig.until(async () => (await rig.statusOf('lost')) === 'succeeded');
    await second.stop();
    assert.equal(rig.suite.groups.size, groups);
    for (const code of codes) assert.equal(rig.groupsOf(code).length, 1);
    assert.deepEqual((await rig.listed()).sort(), codes.map((code) => random.guid(code)).sort());
    assert.equal(await rig.aliasOf('lost'), 'prj-lost');
    const report = (await rig.state())?.last?.report;
    assert.equal(report?.found.adopt, 2);
    assert.equal(report?.resolved.adopt, 2);
    await rig.close();
  });

  test('a group whose creation failed without knowing of it is removed once the directory lets us', async () => {
    const rig = await openRig();
    const whole = rig.graph.connect();
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
          refuses = rig.groupsOf('unknown').length === 1;
          if (refuses) refuse();
        }
      },
      findGroupByMarker: (marker, call) =>
        refuses ? refuse() : whole.findGroupByMarker(marker, call),
      deleteGroup: (...given) => (refuses ? refuse() : whole.deleteGroup(...given)),
      listMarkedGroups: (...given) => (refuses ? refuse() : whole.listMarkedGroups(...given)),
    };
    const process_ = rig.startProcess({ directory });
    await rig.accept('unknown');
    process_.worker.wake(tenantId);
    await rig.until(async () => (await rig.statusOf('unknown')) === 'failed');
    assert.equal(rig.groupsOf('unknown').length, 1);
    await rig.until(async () => (await rig.state())?.error !== undefined);
    assert.match((await rig.state())?.error?.detail ?? '', /may not do this/);
    refuses = false;
    await rig.reconciledWhenDue();
    await rig.reconciledWhenDue();
    await process_.stop();
    assert.equal(rig.groupsOf('unknown').length, 0);
    assert.deepEqual(await rig.activityOf('unknown'), ['group.failed', 'group.removed']);
    assert.equal((await rig.state())?.error, undefined);
    await rig.close();
  });

  test('a group that someone removed is recorded as missing and never created again, and its return is recorded', async () => {
    const rig = await openRig();
    const process_ = rig.startProcess();
    for (const code of ['stays', 'goes', 'is-purged']) await rig.accept(code);
    process_.worker.wake(tenantId);
    await rig.until(async () => (await rig.listed()).length === 3);
    // Younger than the directory may take to show it.
    await rig.reconciledWhenDue();
    rig.clock.advanceTo(rig.clock.now() + hour);
    const [gone] = rig.groupsOf('goes');
    const [purged] = rig.groupsOf('is-purged');
    assert.ok(gone && purged);
    gone.deletedAt = rig.clock.now();
    rig.suite.byNickname.delete('prj-goes');
    rig.suite.groups.delete(purged.id);
    rig.suite.byNickname.delete('prj-is-purged');
    const groups = rig.suite.groups.size;
    await rig.reconciledWhenDue();
    assert.deepEqual(await rig.listed(), [random.guid('stays')]);
    assert.deepEqual([await rig.aliasOf('goes'), await rig.statusOf('goes')], [null, 'succeeded']);
    assert.deepEqual(await rig.activityOf('goes'), ['group.succeeded', 'group.gone']);
    assert.equal((await rig.state())?.last?.report.found.missing, 2);
    const teams = createTeamStore(rig.database);
    const read = async (code: string) =>
      (await teams.readTeam(tenantId, random.guid(code)))?.directory?.goneSince;
    assert.ok(((await read('goes'))?.getTime() ?? 0) > rig.clock.now() - hour);
    assert.equal(await read('stays'), undefined);
    await rig.reconciledWhenDue();
    assert.equal((await rig.state())?.last?.report.found.missing, 0);
    assert.equal(rig.suite.groups.size, groups);

    gone.deletedAt = undefined;
    rig.suite.byNickname.set('prj-goes', gone);
    await rig.reconciledWhenDue();
    await rig.reconciledWhenDue();
    await process_.stop();
    assert.deepEqual(await rig.listed(), [random.guid('stays'), random.guid('goes')]);
    assert.equal(await rig.aliasOf('goes'), 'prj-goes');
    assert.deepEqual(await rig.activityOf('goes'), [
      'group.succeeded',
      'group.gone',
      'group.returned',
    ]);
    assert.deepEqual(await rig.activityOf('stays'), ['group.succeeded']);
    await rig.close();
  });

  test('a group that an operation deleted is neither missing nor adopted; restored in the suite, it is active again', async () => {
    const rig = await openRig();
    const process_ = rig.startProcess();
    for (const code of ['stays', 'deleted', 'is-purged']) await rig.accept(code);
    process_.worker.wake(tenantId);
    await rig.until(async () => (await rig.listed()).length === 3);
    rig.clock.advanceTo(rig.clock.now() + hour);
    const [deleted] = rig.groupsOf('deleted');
    const [purged] = rig.groupsOf('is-purged');
    assert.ok(deleted && purged);
    for (const code of ['deleted', 'is-purged']) await rig.recordDeletion(code);
    deleted.deletedAt = rig.clock.now();
    rig.suite.byNickname.delete('prj-deleted');
    rig.suite.groups.delete(purged.id);
    rig.suite.byNickname.delete('prj-is-purged');
    await rig.reconciledWhenDue();
    await rig.reconciledWhenDue();
    const states = async (...codes: string[]) =>
      await Promise.all(codes.map((code) => rig.stateOf(code)));
    assert.deepEqual(await states('deleted', 'is-purged'), ['deleted', 'deleted']);
    const { found } = (await rig.state())?.last?.report ?? {};
    assert.deepEqual([found?.missing, found?.adopt, found?.unresolved], [0, 0, 0]);

    deleted.deletedAt = undefined;
    rig.suite.byNickname.set('prj-deleted', deleted);
    await rig.reconciledWhenDue();
    await rig.reconciledWhenDue();
    assert.deepEqual(await states('deleted', 'is-purged'), ['active', 'deleted']);
    assert.equal(await rig.aliasOf('deleted'), 'prj-deleted');
    assert.deepEqual(await rig.listed(), [random.guid('stays'), random.guid('deleted')]);
    assert.deepEqual(await rig.activityOf('deleted'), ['group.succeeded', 'group.returned']);

    // It can be removed in the suite like any other group.
    deleted.deletedAt = rig.clock.now();
    rig.suite.byNickname.delete('prj-deleted');
    await rig.reconciledWhenDue();
    await process_.stop();
    assert.deepEqual(await states('deleted'), ['gone']);
    await rig.close();
  });

  test('a group that the directory still shows right after its deletion by an operation stays deleted', async () => {
    const rig = await openRig({ profile: calm });
    const process_ = rig.startProcess();
    await rig.accept('deleted');
    process_.worker.wake(tenantId);
    await rig.until(async () => (await rig.listed()).length === 1);
    rig.clock.advanceTo(rig.clock.now() + everyMs);
    await rig.recordDeletion('deleted');
    await rig.reconciledWhenDue();
    await process_.stop();
    assert.equal(await rig.stateOf('deleted'), 'deleted');
    await rig.close();
  });

  test('a database of another history is reconciled within a minute, and once', async () => {
    const rig = await openRig({ profile: calm });
    const process_ = rig.startProcess();
    await rig.reconciled();
    const finishedAt = async () => (await rig.state())?.last?.finishedAt.getTime() ?? 0;
    const first = await finishedAt();
    rig.clock.advanceTo(rig.clock.now() + 60_000);
    const asOwner = openDatabase(rig.owner, { log: silentLog });
    await asOwner.query(otherHistory);
    await asOwner.close();
    const changedAt = rig.clock.now();
    await rig.reconciled();
    const second = await finishedAt();
    assert.ok(second > first && second - changedAt <= 60_000, `${second - changedAt} ms`);
    await rig.reconciled();
    assert.ok((await finishedAt()) - second >= everyMs);
    await process_.stop();
    await rig.close();
  });

  test('a reconciliation that a clock has put far ahead is due', async () => {
    const rig = await openRig({ profile: calm });
    const process_ = rig.startProcess();
    await rig.reconciled();
    const changedAt = rig.clock.now();
    await rig.database.query(
      `update reconciliations set due_at = due_at + interval '1 hour', attempted_at = attempted_at + interval '1 hour'`,
    );
    await rig.reconciled();
    const { last } = (await rig.state()) ?? {};
    assert.ok((last?.finishedAt.getTime() ?? 0) - changedAt <= 60_000);
    await process_.stop();
    await rig.close();
  });

  test('a connection to another suite makes no group missing', async () => {
    const rig = await openRig();
    const process_ = rig.startProcess();
    for (const code of ['one', 'two']) await rig.accept(code);
    process_.worker.wake(tenantId);
    await rig.until(async () => (await rig.listed()).length === 2);
    rig.clock.advanceTo(rig.clock.now() + hour);
    rig.suite.groups.clear();
    rig.suite.byNickname.clear();
    rig.suite.byUniqueName.clear();
    await rig.reconciledWhenDue();
    await process_.stop();
    assert.equal((await rig.listed()).length, 2);
    const report = (await rig.state())?.last?.report;
    assert.deepEqual([report?.found.missing, report?.found.unresolved], [0, 1]);
    assert.match(report?.drift[0]?.outcome ?? '', /connected to the right directory/);
    await rig.close();
  });

  test('of several processes one reconciles at a time, and two reconciliations at once resolve everything once', async () => {
    const rig = await openRig();
    const maker = rig.startProcess();
    for (const code of ['lost', 'goes', 'stays']) await rig.accept(code);
    maker.worker.wake(tenantId);
    await rig.until(async () => (await rig.listed()).length === 3);
    await maker.stop();
    await rig.forget('lost');
    rig.clock.advanceTo(rig.clock.now() + hour);
    const [gone] = rig.groupsOf('goes');
    assert.ok(gone);
    gone.deletedAt = rig.clock.now();
    rig.suite.byNickname.delete('prj-goes');

    const processes = [rig.startProcess(), rig.startProcess(), rig.startProcess()];
    let max = 0;
    const before = rig.clock.now();
    await rig.until(async () => {
      max = Math.max(max, processes.filter(({ isReconciling }) => isReconciling()).length);
      // Beside them, an operator reconciles with a separate connection.
      if (rig.clock.now() === before) {
        const call = { signal: new AbortController().signal, teamId: 'reconciliation' };
        const runs = [1, 2].map(() =>
          rig.reconcilerWith(rig.database, rig.graph.connect()).run(call),
        );
        const [one, other] = await Promise.all(runs);
        const drift = [...(one ?? []), ...(other ?? [])];
        assert.ok(drift.every(({ resolved }) => resolved));
      }
      return (
        (await rig.state())?.last !== undefined && (await rig.statusOf('lost')) === 'succeeded'
      );
    });
    for (const process_ of processes) {
      await process_.stop();
      assert.deepEqual(process_.errors, []);
    }
    assert.ok(max <= 1);
    assert.deepEqual(await rig.activityOf('lost'), [
      'group.succeeded',
      'group.accepted',
      'group.succeeded',
    ]);
    assert.deepEqual(await rig.activityOf('goes'), ['group.succeeded', 'group.gone']);
    assert.equal(rig.groupsOf('lost').length, 1);
    assert.equal((await rig.listed()).length, 2);
    // Each of them only knows the waits that it was asked for itself.
    await rig.close('retried_too_early');
  });

  test('a process killed anywhere in a reconciliation leaves what the next one resolves, each thing once', async () => {
    const rig = await openRig({ profile: calm });
    const maker = rig.startProcess();
    for (const code of ['stays', 'lost', 'goes']) await rig.accept(code);
    maker.worker.wake(tenantId);
    await rig.until(async () => (await rig.listed()).length === 3);
    await maker.stop();
    rig.clock.advanceTo(rig.clock.now() + hour);
    const [gone] = rig.groupsOf('goes');
    const [renamed] = rig.groupsOf('stays');
    assert.ok(gone && renamed);
    renamed.displayName = 'Fun corner';
    gone.deletedAt = rig.clock.now();
    rig.suite.byNickname.delete('prj-goes');
    let boundary = 0;
    for (let survived = false; !survived;) {
      boundary += 1;
      assert.ok(boundary < 100, 'there is no end of boundaries');
      await rig.forget('lost');
      await rig.database.query(
        `update provisionings set gone_since = null where tenant_id = $1 and team_id = $2`,
        [tenantId, random.guid('goes')],
      );
      await rig.database.query('delete from reconciliations');
      await rig.database.query('delete from organisation_groups');
      const crashing = createCrashingDatabase(rig.database);
      const victim = rig.startProcess({ database: crashing });
      crashing.failAt(boundary);
      await rig.until(async () => crashing.isDead || (await rig.state())?.last !== undefined);
      survived = !crashing.isDead;
      crashing.disarm();
      await victim.stop();
      await rig.database.query("update lanes set held_until = '-infinity'");
      const next = rig.startProcess();
      next.worker.wake(tenantId);
      await rig.until(
        async () =>
          (await rig.state())?.last !== undefined && (await rig.statusOf('lost')) === 'succeeded',
      );
      await next.stop();
      assert.equal(rig.groupsOf('lost').length, 1, `boundary ${boundary}`);
      assert.deepEqual(await rig.listed(), [random.guid('lost')], `boundary ${boundary}`);
    }
    assert.ok(boundary > 8, `${boundary} boundaries`);
    const count = (actions: readonly string[], action: string) =>
      actions.filter((one) => one === action).length;
    assert.equal(count(await rig.activityOf('lost'), 'group.accepted'), boundary);
    assert.equal(count(await rig.activityOf('goes'), 'group.gone'), boundary);
    assert.equal(count(await rig.activityOf('stays'), 'group.drifted'), 1);
    await rig.close();
  });

  test('a directory that cannot be opened is reported once, and tried again later', async () => {
    const rig = await openRig({ profile: calm });
    const worker = rig.startProcess({
      openDirectory: () => {
        throw new DomainError('unavailable', 'The secret cannot be opened.');
      },
    });
    await rig.until(async () => (await rig.state())?.error !== undefined);
    const { error, dueAt } = (await rig.state()) ?? {};
    assert.equal(error?.detail, 'The secret cannot be opened.');
    assert.equal(dueAt?.getTime(), (error?.attemptedAt.getTime() ?? 0) + 15 * 60_000);
    await worker.stop();
    assert.equal(worker.errors.length, 1);
    await rig.close();
  });

  test('creations continue during a long reconciliation, and a stop ends it, so that it is still due', async () => {
    const rig = await openRig({ profile: calm });
    const whole = rig.graph.connect();
    const asked = Promise.withResolvers<void>();
    const directory: Directory = {
      ...whole,
      // Asked for a page, it does not answer before the reconciliation ends.
      listMarkedGroups(_cursor, { signal }) {
        asked.resolve();
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('Given up.')));
        });
      },
    };
    const process_ = rig.startProcess({ directory });
    await rig.until(() => process_.isReconciling());
    await asked.promise;
    await rig.accept('meanwhile');
    process_.worker.wake(tenantId);
    await rig.until(async () => (await rig.statusOf('meanwhile')) === 'succeeded');
    assert.ok(process_.isReconciling());
    await process_.stop();
    assert.ok(!process_.isReconciling());
    assert.equal(await rig.state(), undefined);
    assert.deepEqual(process_.errors, []);
    await rig.close();
  });

  test('the next reconciliation follows after the interval, and after a start only if the last is not fresh', async () => {
    const rig = await openRig({ profile: calm });
    const first = rig.startProcess();
    await rig.reconciled();
    await first.stop();
    const { last, dueAt } = (await rig.state()) ?? {};
    assert.equal(dueAt?.getTime(), (last?.finishedAt.getTime() ?? 0) + everyMs);
    const second = rig.startProcess();
    const started = rig.clock.now();
    await rig.reconciled();
    await second.stop();
    assert.ok(rig.clock.now() - started >= everyMs - 60_000);
    rig.clock.advanceTo(rig.clock.now() + 10 * 60_000);
    const third = rig.startProcess();
    const again = rig.clock.now();
    await rig.reconciled();
    await third.stop();
    assert.ok(rig.clock.now() - again <= 60_000);
    await rig.close();
  });
});
