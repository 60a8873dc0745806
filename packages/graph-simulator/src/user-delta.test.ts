import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createVirtualClock } from './clock.ts';
import { calm, hostile } from './profile.ts';
import { createGraphSimulator } from './simulator.ts';
import { createCaller } from './test-caller.ts';

const day = 86_400_000;

describe('the delta query of people', () => {
  function open(profile = calm) {
    const clock = createVirtualClock();
    const simulator = createGraphSimulator({ seed: '1', profile, clock });
    const caller = createCaller(simulator);
    const [{ tenantId } = { tenantId: '' }] = simulator.tenants;
    /** Repeats what the profile refuses, with a new token, because some tests wait for days. */
    const read = (url: string) => {
      for (let attempt = 1; attempt <= 20; attempt += 1) {
        const answer = createCaller(simulator).call('GET', url);
        const hasBody = Object.keys(answer.body).length > 0;
        if (hasBody && [200, 410].includes(answer.status)) return answer;
        clock.advanceTo(clock.now() + 60_000);
      }
      throw new Error(`${url} has no answer.`);
    };
    const linkOf = (body: Record<string, unknown>) =>
      String(body['@odata.nextLink'] ?? body['@odata.deltaLink']).replace(/^.*\/v1\.0/, '');
    const start = () =>
      linkOf(read('/users/delta?$deltatoken=latest&$select=id,accountEnabled').body);
    const wait = (durationMs: number) => clock.advanceTo(clock.now() + durationMs);
    return { ...caller, simulator, tenantId, read, linkOf, start, wait };
  }

  test('a removed person has the reason of the removal, and a changed one the selected properties', () => {
    const { simulator, tenantId, id, read, start } = open();
    const link = start();
    simulator.changeUser(tenantId, id(1), { accountEnabled: false });
    simulator.deleteUser(tenantId, id(2));
    simulator.deleteUser(tenantId, id(3));
    simulator.purgeUser(tenantId, id(3));
    assert.deepEqual(read(link).body['value'], [
      { id: id(1), accountEnabled: false },
      { id: id(2), '@removed': { reason: 'changed' } },
      { id: id(3), '@removed': { reason: 'deleted' } },
      { id: id(3), '@removed': { reason: 'deleted' } },
    ]);
  });

  test('a token works for seven days, and is answered 410 afterwards', () => {
    const { read, start, wait } = open();
    const link = start();
    wait(7 * day);
    assert.equal(read(link).status, 200);
    wait(1);
    assert.equal(read(link).status, 410);
  });

  test('a hostile suite repeats changes from before the token', () => {
    const { simulator, tenantId, id, read, linkOf, start } = open(hostile);
    let link = start();
    let repeated = 0;
    for (let index = 0; index < 20; index += 1) {
      simulator.changeUser(tenantId, id(index), { accountEnabled: false });
      const { body } = read(link);
      const ids = (body['value'] as { id: string }[]).map((user) => user.id);
      assert.equal(ids.at(-1), id(index));
      repeated += ids.length - 1;
      link = linkOf(body);
    }
    assert.ok(repeated > 0);
  });

  test('a leave date is blank for a token that may not read it', () => {
    const { simulator, tenantId, id, read } = open();
    simulator.changeUser(tenantId, id(1), { employeeLeaveDateTime: '2027-08-31T00:00:00Z' });
    const { status, body } = read(`/users/${id(1)}?$select=id,employeeLeaveDateTime`);
    assert.deepEqual([status, body['employeeLeaveDateTime']], [200, null]);
  });
});
