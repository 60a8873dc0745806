// An administrator may give the address of Graph, where a list of groups need not have an end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DirectoryError } from '../directory/directory.ts';
import { systemClock } from '../ground/clock.ts';
import { createDetection, type DetectionDeps } from './detect.ts';

const groupId = '99999999-9999-4999-8999-999999999999';

function detectionOf(pages: number) {
  let reads = 0;
  const group = { groupId, mailNickname: 'imitation', unprovenMarker: groupId };
  const groups = Array.from({ length: 20 }, () => group);
  const directory = {
    async listGroups() {
      reads += 1;
      return {
        groups,
        seenAt: new Date(0),
        next: reads < pages ? 'next' : undefined,
      };
    },
    limits: { staleReadsMs: 0 },
  };
  const detect = createDetection({
    tenantId: 'tenant',
    directory,
    store: { recordsOf: async () => new Map(), provisionedGroups: async () => [] },
    retry: (_call: unknown, work: () => unknown) => work(),
    yieldToCallers: async () => undefined,
    clock: systemClock,
  } as unknown as DetectionDeps);
  const call = { signal: new AbortController().signal, teamId: 'reconciliation' };
  return { detect: () => detect(call), reads: () => reads };
}

test('a list of groups without an end is given up', async () => {
  const { detect, reads } = detectionOf(Number.POSITIVE_INFINITY);
  await assert.rejects(
    detect,
    (error) => error instanceof DirectoryError && error.code === 'unavailable',
  );
  assert.equal(reads(), 5_000);
});

test('of many imitations, 10,000 are reported', async () => {
  const { detect } = detectionOf(1_000);
  assert.equal((await detect()).length, 10_000);
});
