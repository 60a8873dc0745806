// Runs every code block of the guides against a service that was started as a newcomer starts it, and holds
// what they print to what the guide says they print. A block whose runtime is not on the machine is skipped,
// visibly. In the output of a guide, … matches anything.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Language, Parser, type Node } from 'web-tree-sitter';
import { problemCodes, type ProblemCode } from '../packages/service/src/ground/errors.ts';
import { problemKinds } from '../packages/service/src/http/problem.ts';
import { childEnvironment } from '../packages/service/testing/child-environment.ts';
import { freePort } from '../packages/service/testing/free-port.ts';
import {
  createTestDataDirectory,
  startServiceProcess,
  type ServiceProcess,
  type TestDataDirectory,
} from '../packages/service/testing/service-process.ts';
import { readGuide, type Block } from './guide-blocks.ts';
import { matchesPrinted } from './guide-output.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const shownAddress = 'http://127.0.0.1:8080';
const shownPort = '8090';

/** Guides whose programs say that they can be repeated. */
const repeatable = new Set(['docs/guides/erp.md', 'docs/guides/members-from-hr.md']);

/** How the blocks of one language become one program that prints a line between them. */
interface Runtime {
  readonly command: readonly [string, ...string[]];
  readonly file: string;
  readonly divide: (marker: string) => string;
  readonly begin?: string;
  /** Tells whether it is on the machine, by a program that ends well if so. */
  readonly probe: readonly [string, ...string[]];
}

const hasMono = '{ command -v mcs && command -v mono; } >/dev/null';
const runWithMono = 'mcs -out:blocks.exe "$0" && mono blocks.exe';

const runtimes: Readonly<Record<string, Runtime>> = {
  sh: {
    command: ['bash'],
    file: 'blocks.sh',
    begin: 'set -euo pipefail\n',
    divide: (marker) => `echo; echo '${marker}'`,
    probe: ['bash', '-c', 'command -v curl && command -v jq'],
  },
  ts: {
    command: [process.execPath, '--conditions=@groupwright/source'],
    file: 'blocks.mts',
    divide: (marker) => `console.log('\\n${marker}');`,
    probe: [process.execPath, '--version'],
  },
  python: {
    command: ['python3'],
    file: 'blocks.py',
    divide: (marker) => `print('\\n${marker}')`,
    probe: ['python3', '-c', 'import requests'],
  },
  powershell: {
    command: ['pwsh', '-NoProfile', '-File'],
    file: 'blocks.ps1',
    begin: "$ErrorActionPreference = 'Stop'\n",
    divide: (marker) => `"\`n${marker}"`,
    probe: ['pwsh', '-NoProfile', '-Command', 'exit 0'],
  },
  // A guide has one block of each of these.
  go: {
    command: ['go', 'run'],
    file: 'blocks.go',
    divide: (marker) => `// ${marker}`,
    probe: ['go', 'version'],
  },
  java: {
    command: ['java'],
    file: 'blocks.java',
    divide: (marker) => `// ${marker}`,
    probe: ['java', '--version'],
  },
  csharp: {
    command: ['bash', '-c', `if ${hasMono}; then ${runWithMono}; else dotnet run "$0"; fi`],
    file: 'blocks.cs',
    divide: (marker) => `// ${marker}`,
    // Single files run from .NET 10 on.
    probe: ['bash', '-c', `${hasMono} || dotnet --list-sdks | grep -E '^[1-9][0-9][.]'`],
  },
  php: {
    command: ['php'],
    file: 'blocks.php',
    divide: (marker) => `// ${marker}`,
    probe: ['php', '--version'],
  },
};
/** Languages of blocks that are shown and not run. */
const shownOnly: ReadonlySet<string> = new Set([
  'json',
  'jsonc',
  'text',
  'yaml',
  'mermaid',
  // Starts what the test has started already.
  'shell',
]);

let data: TestDataDirectory;
let service: ServiceProcess;
let home: string;
let env: Record<string, string>;
let receiverPort: string;

before(async () => {
  data = await createTestDataDirectory();
  service = await startServiceProcess({
    GROUPWRIGHT_DATA_DIR: data.path,
    GROUPWRIGHT_DEMO: 'auto',
    WEBHOOK_NETWORKS: 'loopback',
  });
  home = await mkdtemp(join(tmpdir(), 'groupwright-guides-'));
  env = await prepareHome();
});

after(async () => {
  await service.end('SIGTERM');
  await data.remove();
  await rm(home, { recursive: true, force: true });
});

/** A directory as the guides assume it, with the demo's key, the SDK and the command. */
async function prepareHome(): Promise<Record<string, string>> {
  const quickstart = await waitForFile(join(data.path, 'quickstart.json'));
  const { baseUrl, tenantId, keyId, secret } = JSON.parse(quickstart) as Record<string, string>;
  await mkdir(join(home, '.groupwright'));
  await writeFile(join(home, '.groupwright/quickstart.json'), quickstart);
  await mkdir(join(home, 'node_modules/@groupwright'), { recursive: true });
  await symlink(join(root, 'packages/client'), join(home, 'node_modules/@groupwright/client'));
  await symlink(join(root, 'node_modules/@types'), join(home, 'node_modules/@types'));
  await mkdir(join(home, 'bin'));
  const command = join(root, 'packages/cli/bin/groupwright.js');
  await symlink(command, join(home, 'bin/groupwright'));
  const npx = `#!/bin/sh\nexec "$@"\n`;
  await writeFile(join(home, 'bin/npx'), npx);
  await chmod(join(home, 'bin/npx'), 0o755);
  // In the guides, the current directory is a clone of the repository.
  const npm = `#!/bin/sh\nPATH=\${PATH#*:} exec npm --prefix '${root}' "$@"\n`;
  await writeFile(join(home, 'bin/npm'), npm);
  await chmod(join(home, 'bin/npm'), 0o755);
  receiverPort = String(await freePort());
  const token = await fetch(`${baseUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId, keyId, secret }),
  });
  const { accessToken } = (await token.json()) as { accessToken: string };
  return {
    ...childEnvironment,
    PATH: `${join(home, 'bin')}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    NO_COLOR: '1',
    // docs/sandbox.md assumes a token.
    TOKEN: accessToken,
    // The operator command is run in the repository, on the data of the service.
    GROUPWRIGHT_DATA_DIR: data.path,
    GROUPWRIGHT_BASE_URL: baseUrl ?? '',
    GROUPWRIGHT_TENANT_ID: tenantId ?? '',
    GROUPWRIGHT_KEY_ID: keyId ?? '',
    GROUPWRIGHT_SECRET: secret ?? '',
    GROUPWRIGHT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 9).toString('base64')}`,
  };
}

async function waitForFile(path: string): Promise<string> {
  for (const deadline = Date.now() + 30_000; ;) {
    try {
      return await readFile(path, 'utf8');
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

// Runs on a fresh service, as the reader has it.
const first = 'quickstart.md';
const names = readdirSync(join(root, 'docs/guides')).sort();
const guides = [
  // The path of a fresh reader, from a clone to the first group.
  'README.md',
  ...[first, ...names.filter((name) => name !== first)].map((name) => `docs/guides/${name}`),
  'docs/sandbox.md',
];

it('docs/guides/errors.md names every code of a problem with its status', async () => {
  const guide = await readFile(join(root, 'docs/guides/errors.md'), 'utf8');
  const named = [...guide.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)];
  assert.deepEqual(named.map(([, code = '']) => code).sort(), [...problemCodes].sort());
  for (const [, code, status] of named) {
    assert.equal(problemKinds[code as ProblemCode].status, Number(status), code);
  }
});

const blocksOf = new Map(
  guides.map((guide) => [guide, readGuide(readFileSync(join(root, guide), 'utf8'))]),
);

it('the guides have TypeScript without a fault in its types', async () => {
  const directory = await mkdtemp(join(home, 'types-'));
  const files: string[] = [];
  for (const [guide, blocks] of blocksOf) {
    const own = blocks.filter(({ language }) => language === 'ts');
    if (own.length === 0) continue;
    const file = join(directory, `${basename(guide, '.md')}.mts`);
    await writeFile(file, own.map(({ code }) => code).join('\n'));
    files.push(file);
  }
  assert.ok(files.length > 5);
  await checkTypes(directory, files);
});

const found = new Map<Runtime, boolean>();

function isOnMachine(runtime: Runtime): boolean {
  const [program, ...args] = runtime.probe;
  const isThere = found.get(runtime) ?? spawnSync(program, args).status === 0;
  found.set(runtime, isThere);
  return isThere;
}

for (const [guide, blocks] of blocksOf) {
  describe(guide, () => {
    it('has only code blocks that are run, or that show what is printed', () => {
      const languages = new Set(blocks.map(({ language }) => language));
      for (const language of languages) {
        assert.ok(language in runtimes || shownOnly.has(language), `a block is in ${language}`);
      }
    });
    const powershell = blocks.filter((block) => block.language === 'powershell');
    if (powershell.length > 0) {
      // Few machines have PowerShell; its grammar is there everywhere.
      it('has PowerShell without a fault in its syntax', async () => {
        const parse = await powershellParser();
        for (const { code, line } of powershell) {
          assert.deepEqual(parse(code), [], `in the block of line ${line}`);
        }
      });
    }
    for (const [language, runtime] of Object.entries(runtimes)) {
      const own = blocks.filter((block) => block.language === language);
      if (own.length === 0) continue;
      const skip = isOnMachine(runtime)
        ? false
        : `${runtime.probe.join(' ')} does not work on this machine`;
      it(`runs in ${language} (${own.length} blocks)`, { skip }, () => runBlocks(runtime, own));
      if (repeatable.has(guide)) {
        it(`runs in ${language} once more`, { skip }, () => runBlocks(runtime, own));
      }
    }
  });
}

/** Syntax that the grammar does not know, and syntax that a program lacks, with its line. */
async function powershellParser(): Promise<(code: string) => string[]> {
  await Parser.init();
  const grammar = fileURLToPath(import.meta.resolve('tree-sitter-powershell/package.json'));
  const language = await Language.load(join(dirname(grammar), 'tree-sitter-powershell.wasm'));
  const parser = new Parser().setLanguage(language);
  const faultsOf = (node: Node): string[] => {
    const isFault = node.isError || node.isMissing;
    const own = isFault ? [`line ${node.startPosition.row + 1}: ${node.text || node.type}`] : [];
    return [...own, ...node.children.flatMap((child) => faultsOf(child))];
  };
  return (code) => faultsOf(parser.parse(code)?.rootNode ?? assert.fail('nothing was parsed'));
}

async function runBlocks(runtime: Runtime, blocks: readonly Block[]): Promise<void> {
  const directory = await mkdtemp(join(home, 'run-'));
  await symlink(join(home, '.groupwright'), join(directory, '.groupwright'));
  const marker = '--- the next block ---';
  const code = blocks.map((block) => block.code).join(`\n${runtime.divide(marker)}\n`);
  const file = join(directory, runtime.file);
  await writeFile(file, (runtime.begin ?? '') + ownAddresses(code));
  const [program, ...args] = runtime.command;
  const ended = await run(program, [...args, file], {
    cwd: directory,
    env,
    // Each command of the shell starts a process; the machine may be busy.
    timeout: 240_000,
  }).catch((error: { stdout: string; stderr: string }) =>
    assert.fail(`${runtime.file} failed:\n${error.stdout}\n${error.stderr}`),
  );
  const printed = ended.stdout.replaceAll(service.address, shownAddress).split(`\n${marker}\n`);
  for (const [index, { expected, line }] of blocks.entries()) {
    const actual = printed[index] ?? '';
    for (const text of expected) {
      const isIn = [actual, ended.stderr].some((output) => matchesPrinted(text, output));
      assert.ok(
        isIn,
        `the block of line ${line} printed\n${actual}\n${ended.stderr}\nand not\n${text}`,
      );
    }
  }
}

function ownAddresses(code: string): string {
  return code.replaceAll(shownAddress, service.address).replaceAll(shownPort, receiverPort);
}

/** Errors that a reader's editor would report. */
async function checkTypes(directory: string, files: readonly string[]): Promise<void> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  await writeFile(
    join(directory, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
      files,
    }),
  );
  await run(process.execPath, [tsc, '--project', directory], { cwd: directory }).catch(
    ({ stdout }: { stdout: string }) => assert.fail(stdout),
  );
}
