// Contributors wait for these: the test of one file from an edit, beside Node without any code of ours,
// and the size of a clone with its packages. `npm test` prints its own time.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { median } from './load.ts';
import { ceilingLine, type Line, withUnit } from './report.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** It starts a service with its database, and sends requests. */
const testFile = 'packages/service/src/groups/create/acceptance.test.ts';
const rounds = 3;
const atMostSeconds = 5;
const atMostMegabytes = 620;

export async function measureContributor(directory: string): Promise<Line[]> {
  const empty = join(directory, 'empty.test.js');
  writeFileSync(empty, "require('node:test').test('nothing', () => {});\n");
  const seconds: number[] = [];
  const emptySeconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    seconds.push(timeOf([join(root, 'scripts/test.ts'), testFile]));
    emptySeconds.push(timeOf(['--test', empty]));
  }
  const [ours, floor] = [median(seconds), median(emptySeconds)];
  const bytes = Number(execFileSync('du', ['-sb', root], { encoding: 'utf8' }).split('\t')[0]);
  return [
    ceilingLine("one file's test from an edit", ours, atMostSeconds, 's', {
      floor: `${withUnit(floor, 's')} an empty test`,
      ratio: (ours / floor).toFixed(1),
    }),
    ceilingLine('a clone with its packages', bytes / 1e6, atMostMegabytes, 'MB'),
  ];
}

function timeOf(args: readonly string[]): number {
  const startedAt = performance.now();
  execFileSync(process.execPath, args, { cwd: root, stdio: 'ignore' });
  return (performance.now() - startedAt) / 1_000;
}
