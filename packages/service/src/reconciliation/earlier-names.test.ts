import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromEarlierReport, toEarlierReport } from './earlier-names.ts';
import { driftKinds, existenceKinds, reportOf, type DriftKind } from './report.ts';

const reportWith = (kinds: readonly DriftKind[]) =>
  reportOf(
    { kind: 'service', id: 'sweep' },
    12,
    kinds.map((kind, index) => ({
      kind,
      teamId: `team-${index}`,
      mailNickname: `alias-${index}`,
      resolved: kind === 'missing',
      outcome: 'Done.',
    })),
  );

test('a report has the kinds and members of earlier releases under their names, and no others', () => {
  const earlier = toEarlierReport(reportWith(driftKinds));
  assert.deepEqual(
    earlier.settlements.map(({ kind, settled }) => [kind, settled]),
    [
      ['adopt', false],
      ['remove', false],
      ['returned', false],
      ['unclear', false],
      ['gone', true],
    ],
  );
  assert.deepEqual(earlier.found, { adopt: 1, remove: 1, gone: 1, returned: 1, unclear: 1 });
  assert.deepEqual(earlier.settled, { adopt: 0, remove: 0, gone: 1, returned: 0, unclear: 0 });
});

test('a report that an earlier release stored is read as the present one', () => {
  const report = reportWith(existenceKinds);
  assert.deepEqual(fromEarlierReport(toEarlierReport(report)), report);
});
