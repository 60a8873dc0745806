import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choosePrimary } from './choose-primary.ts';
import type { ServerHistory, WritableServer } from './inspect-server.ts';

const server = (url: string, history?: ServerHistory): WritableServer => ({
  url,
  startedAt: url,
  ...(history && { history }),
});
const at = (timeline: number, systemId = '7') => ({ systemId, timeline });

test('of two servers that can be written, the one that was promoted later is the primary', () => {
  const previous = server('a', at(3));
  const present = server('b', at(4));
  assert.equal(choosePrimary([previous, present], undefined), present);
  assert.equal(choosePrimary([present, previous], undefined), present);
});

test('a server that was replaced as the primary is never chosen, even if it is the only one', () => {
  assert.equal(choosePrimary([server('a', at(3))], at(4)), undefined);
});

test('the first one is chosen where nothing distinguishes them: one timeline, another cluster, or no report', () => {
  for (const [first, second] of [
    [at(3), at(3)],
    [at(3), at(9, '8')],
    [undefined, at(9)],
    [at(3), undefined],
    [undefined, undefined],
  ]) {
    const servers = [server('a', first), server('b', second)];
    assert.equal(choosePrimary(servers, undefined)?.url, 'a');
    assert.equal(choosePrimary(servers, at(3))?.url, 'a');
  }
});

test('no server is chosen from none', () => {
  assert.equal(choosePrimary([], at(1)), undefined);
});
