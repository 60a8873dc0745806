// npm runs this after an installation in a clone. Without it, everything works as well: the page of the admin center
// is built at the first start, the unused files only take space, and the command compiles itself when it is first used.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unusedFiles } from './unused-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

for (const path of unusedFiles(root)) rmSync(path, { recursive: true, force: true });

// So that the first command of a person is as fast as the next ones: this fills its compile cache.
spawnSync(process.execPath, [`${root}packages/cli/bin/groupwright.js`, '--version'], {
  stdio: 'ignore',
});

const { status } = spawnSync(process.execPath, [`${root}packages/console/build.ts`], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
process.exitCode = status ?? 1;
