// `npm run test:long [files]`: the tests that are too long for every run, in `**/*.long.ts`. They print their
// figures. `GROUPWRIGHT_TEST_SEED=… npm run test:long` repeats a run.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seedVariable, testSeed } from '../packages/service/testing/seed.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const named = process.argv.slice(2).map((file) => resolve(file));
const files =
  named.length > 0
    ? named
    : globSync(['packages/*/{src,testing}/**/*.long.ts', 'scripts/**/*.long.ts'], {
        cwd: root,
      }).sort();

const { status } = spawnSync(
  process.execPath,
  [
    '--conditions=@groupwright/source',
    '--test',
    '--test-concurrency=1',
    // The browser of a process ends with it.
    '--test-force-exit',
    '--test-reporter=spec',
    ...files,
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, [seedVariable]: `${testSeed}` } },
);
console.log(`seed: ${seedVariable}=${testSeed}`);
process.exitCode = status ?? 1;
