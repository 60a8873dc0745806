// npm runs this after an installation in a clone. Without it, everything works as well: the page of the admin center
// is built at the first start, the headers only take space, and the command compiles itself when it is first used.
import { spawnSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

// 67 MB of C headers, for add-ons in C++. No package here has one to compile.
for (const headers of globSync('node_modules/node-linux-*/include', { cwd: root })) {
  rmSync(`${root}${headers}`, { recursive: true });
}

// So that the first command of a person is as fast as the next ones: this fills its compile cache.
spawnSync(process.execPath, [`${root}packages/cli/bin/groupwright.js`, '--version'], {
  stdio: 'ignore',
});

const { status } = spawnSync(process.execPath, [`${root}packages/console/build.ts`], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
process.exitCode = status ?? 1;
