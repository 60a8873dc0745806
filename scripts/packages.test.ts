// The published packages as a stranger gets them: packed, installed into an empty project, and used against the
// service itself, in every runtime that they are said to run in.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createSocketServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { createClient as createSourceClient } from '../packages/client/src/client.ts';
import type { ExerciseOutcome, ExerciseSettings } from '../packages/client/src/testing/exercise.ts';
import { launchBrowser } from '../packages/console/src/tests/browser.ts';
import { bundledBytes } from '../packages/console/src/tests/bundled-size.ts';
import {
  startTestService,
  type TestService,
  type TestTenant,
} from '../packages/service/testing/service.ts';
import {
  createSigner,
  generateSigningSecret,
  signMessage,
  verificationKey,
} from '../packages/service/src/events/webhooks/signing.ts';
import { installRuntimes, otherRuntimes } from './runtimes.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

let project: string;
let at: TestService;
let tenant: TestTenant;
let front: Server;
let frontUrl: string;
let silent: Server;
let silentUrl: string;
let closedUrl: string;

async function pack(name: string): Promise<string> {
  const cwd = join(root, 'packages', name);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project], { cwd });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  return join(project, packed?.filename ?? '');
}

/** It compiles with the strict settings of a project for Node and browsers. */
async function compile(...args: string[]): Promise<void> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
  const libraries = ['--lib', 'es2022,dom,dom.iterable'];
  await run(process.execPath, [tsc, ...options, ...libraries, ...args], { cwd: project }).catch(
    ({ stdout }: { stdout: string }) => assert.fail(stdout),
  );
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

before(async () => {
  project = await mkdtemp(join(tmpdir(), 'groupwright-package-'));
  at = await startTestService();
  tenant = await at.addTenant();
  front = createServer((request, response) => void answer(request, response));
  frontUrl = await listen(front);
  silent = createSocketServer((socket) => socket.on('error', () => undefined));
  silentUrl = await listen(silent);
  const passing = createSocketServer();
  closedUrl = await listen(passing);
  await new Promise((resolve) => passing.close(resolve));
});

after(async () => {
  front.close();
  silent.close();
  await at.close();
  await rm(project, { recursive: true, force: true });
});

/** A site that uses the SDK in a page: the page, the SDK, and the service under /api. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '';
  response.setHeader('connection', 'close');
  if (path.startsWith('/api/')) {
    const { method, headers } = request;
    const onward = forward(`${at.address}${path.slice('/api'.length)}`, { method, headers });
    onward.on('response', (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
    return;
  }
  if (path.startsWith('/redirecting/')) {
    response
      .writeHead(307, { location: `${at.address}${path.slice('/redirecting'.length)}` })
      .end();
    return;
  }
  if (path.endsWith('.js')) {
    const directory = path.startsWith('/sdk/') ? 'node_modules/@groupwright/client/dist' : '.';
    response.setHeader('content-type', 'text/javascript');
    response.end(await readFile(join(project, directory, basename(path))));
    return;
  }
  response.setHeader('content-type', 'text/html');
  response.end(
    `<!doctype html><title>A page</title>
     <script type="importmap">{ "imports": { "@groupwright/client": "/sdk/index.js" } }</script>`,
  );
}

function settingsFor(prefix: string, baseUrl: string): ExerciseSettings {
  const { tenantId, keyId, secret } = tenant;
  const body = JSON.stringify({ id: 'evt_1', type: 'group.succeeded', note: 'Zoë' });
  return {
    baseUrl,
    credentials: { tenantId, keyId, secret },
    redirectingUrl: `${frontUrl}/redirecting`,
    silentUrl,
    closedUrl,
    prefix,
    webhooks: (['hmac', 'ed25519'] as const).map((kind) => {
      const signing = generateSigningSecret(kind, randomBytes);
      const message = { id: 'evt_1', body: Buffer.from(body) };
      const headers = signMessage([createSigner(signing)], message, Date.now());
      return { body, headers: { ...headers }, key: verificationKey(signing) };
    }),
  };
}

function checkOutcome(outcome: ExerciseOutcome): void {
  const { streaming, polling, changedStreaming, changedPolling, ...others } = outcome;
  const followed = { first: 'accepted', last: 'succeeded', final: 'succeeded', attempts: 3 };
  for (const { changes } of [streaming, polling]) assert.ok(changes > 1, `${changes} changes`);
  assert.deepEqual(
    { ...streaming, changes: 0 },
    { ...followed, streamed: true, asked: false, changes: 0 },
  );
  assert.deepEqual(
    { ...polling, changes: 0 },
    { ...followed, streamed: true, asked: true, changes: 0 },
  );
  const changed = {
    conforms: true,
    after: true,
    conflict: 'version_conflict',
    kinds: ['restore succeeded', 'delete succeeded', 'change succeeded'],
    streamed: true,
  };
  assert.deepEqual(changedStreaming, { ...changed, asked: false });
  assert.deepEqual(changedPolling, { ...changed, asked: true });
  const forged = 'No signature of the webhook matches a secret.';
  assert.deepEqual(others, {
    events: ['group.accepted', 'group.succeeded'],
    errors: {
      faults: 'validation_failed /displayName /mailNickName',
      taken: 'taken 409',
      people: 'failed: people_not_found',
      credentials: 'invalid_credentials',
      redirect: 'unexpected: The answer was a redirect. Check the base URL.',
      silence: 'no connection',
      closed: 'no connection',
      aborted: 'AbortError',
      abortedBefore: 'TypeError',
    },
    webhooks: ['whsec group.succeeded', forged, 'whpk_ group.succeeded', forged],
  });
}

describe('the package @groupwright/client', () => {
  let runtimes: Awaited<ReturnType<typeof installRuntimes>>;

  before(async () => {
    const runtimesInstalled = installRuntimes(process.env['CI'] !== undefined);
    // Awaited below. A failure before that must not end the process.
    runtimesInstalled.catch(() => undefined);
    const tarball = await pack('client');
    await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], {
      cwd: project,
    });
    // Compiled as a caller of the package would, against the declarations it brings.
    await copyFile(
      join(root, 'packages/client/src/testing/exercise.ts'),
      join(project, 'exercise.ts'),
    );
    await compile('exercise.ts');
    await writeFile(
      join(project, 'use.js'),
      `import { exercise } from './exercise.js';
       console.log(JSON.stringify(await exercise(JSON.parse(process.argv[2]))));`,
    );
    runtimes = await runtimesInstalled;
  });

  async function exerciseIn(name: string, program: string, args: readonly string[]): Promise<void> {
    const settings = settingsFor(name.replace(' ', '').toLowerCase(), at.address);
    const { stdout, stderr } = await run(program, [...args, 'use.js', JSON.stringify(settings)], {
      cwd: project,
      env: { DENO_DIR: join(project, 'deno'), NO_COLOR: '1' },
      timeout: 60_000,
    });
    checkOutcome(JSON.parse(stdout) as ExerciseOutcome);
    assert.equal(stderr, '');
  }

  it('does all that is promised in this Node, and lets the program end', () =>
    exerciseIn('this Node', process.execPath, []));

  for (const runtime of otherRuntimes) {
    const { name, args } = runtime;
    it(`does all that is promised in ${name}, and lets the program end`, async (context) => {
      if ('missing' in runtimes) context.skip(runtimes.missing);
      else await exerciseIn(name, runtimes.programOf(runtime), args);
    });
  }

  it('does the same in a browser, from the origin of its page', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(frontUrl);
      const settings = settingsFor('browser', `${frontUrl}/api`);
      const outcome = await page.evaluate<unknown, ExerciseSettings>(async (given) => {
        const path = '/exercise.js';
        const { exercise } = (await import(path)) as {
          exercise: (settings: unknown) => Promise<unknown>;
        };
        return exercise(given);
      }, settings);
      checkOutcome(outcome as ExerciseOutcome);

      // The service lets no page of another origin read its answers.
      const elsewhere = await page.evaluate(async (baseUrl) => {
        const name = '@groupwright/client';
        const { createClient } = (await import(name)) as {
          createClient: typeof createSourceClient;
        };
        const client = createClient({ baseUrl, accessToken: () => 't', retry: { maxAttempts: 1 } });
        return client.getOrganisation('aare').catch((error: Error) => error.name);
      }, at.address);
      assert.equal(elsewhere, 'ConnectionError');
    } finally {
      await browser.close();
    }
  });

  it('adds less than 8 kB to a page that creates groups', async (context) => {
    const entry = join(project, 'page.js');
    await writeFile(entry, `export { createClient, isProblem } from '@groupwright/client';\n`);
    const bytes = await bundledBytes(entry);
    context.diagnostic(`${bytes} bytes by gzip`);
    // Less would mean that nothing was bundled.
    assert.ok(bytes > 2_000 && bytes < 8_000, `${bytes} bytes`);
  });

  it('depends on nothing', async () => {
    const manifest = JSON.parse(
      await readFile(join(project, 'node_modules/@groupwright/client/package.json'), 'utf8'),
    ) as { dependencies?: object };
    assert.equal(manifest.dependencies, undefined);
  });

  it('brings types that hold a caller to them, for browsers as for Node', async () => {
    await writeFile(
      join(project, 'use.ts'),
      `import { createClient, isProblem, verifyWebhook } from '@groupwright/client';
       const client = createClient({ baseUrl: '', accessToken: () => '' });
       // @ts-expect-error a request needs all its fields
       client.createTeam({}).catch((error) => isProblem(error, 'validation_failed'));
       export async function read(): Promise<void> {
         for await (const event of client.events({ types: ['group.failed', 'api_key.revoked'] })) {
           if (event.type === 'group.failed') console.log(event.data.error?.code);
           else console.log(event.data.keyId);
           // @ts-expect-error no event of these types has it
           console.log(event.data.taskId);
         }
       }
       export const name: Promise<string> = client.getOrganisation('x').then((found) => found.name);
       export const type = verifyWebhook({ body: '', headers: new Headers(), secrets: '' });`,
    );
    await compile('--noEmit', 'use.ts');
  });

  it('can be required by a CommonJS program, with types', async () => {
    await writeFile(
      join(project, 'require.cts'),
      `import sdk = require('@groupwright/client');
       const client: sdk.Client = sdk.createClient({
         baseUrl: 'http://127.0.0.1:1',
         accessToken: () => 't',
         retry: { maxAttempts: 1 },
       });
       client.getTeam('x').catch((error: unknown) =>
         console.log(error instanceof sdk.ConnectionError),
       );`,
    );
    await compile('require.cts');
    const { stdout } = await run(
      process.execPath,
      ['--no-experimental-require-module', 'require.cjs'],
      {
        cwd: project,
      },
    );
    assert.equal(stdout, 'true\n');
    // TypeScript with `moduleResolution: node` (the default of `module: commonjs` before TypeScript 6) reads these.
    const manifest = join(project, 'node_modules/@groupwright/client/package.json');
    const { main, types, exports } = JSON.parse(await readFile(manifest, 'utf8')) as {
      main: string;
      types: string;
      exports: { '.': { require: object } };
    };
    assert.deepEqual({ types, default: main }, exports['.'].require);
  });

  it('holds what its source maps point to', async () => {
    const installed = join(project, 'node_modules/@groupwright/client');
    const map = JSON.parse(await readFile(join(installed, 'dist/client.js.map'), 'utf8')) as {
      sources: string[];
    };
    for (const source of map.sources) await readFile(join(installed, 'dist', source));
  });
});

describe('the package @groupwright/cli', () => {
  before(async () => {
    const tarball = await pack('cli');
    await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }');
    // From npm's cache, where `npm ci` has put what the command needs.
    const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    await run('npm', ['install', ...options, tarball], { cwd: project });
  });

  it('installs as the command groupwright and works in an empty project', async () => {
    const env = {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: project,
      GROUPWRIGHT_BASE_URL: at.address,
      GROUPWRIGHT_TENANT_ID: tenant.tenantId,
      GROUPWRIGHT_KEY_ID: tenant.keyId,
      GROUPWRIGHT_SECRET: tenant.secret,
    };
    const command = join(project, 'node_modules/.bin/groupwright');
    const { stdout } = await run(command, ['organisation', 'list', '--json'], {
      cwd: project,
      env,
    });
    const [organisation] = JSON.parse(stdout) as { identifier: string }[];
    assert.equal(organisation?.identifier, 'aare');
    const help = await run(command, ['--help'], { cwd: project, env });
    assert.match(help.stdout, /Usage: groupwright/);
  });

  it('starts in less than 300 ms of processor time, the first time as well', async (context) => {
    const command = join(project, 'node_modules/@groupwright/cli/bin/groupwright.js');
    // Says at its end what the whole process took, the start of Node included.
    const meter = `data:text/javascript,process.on('exit', () => {
      const { user, system } = process.cpuUsage();
      process.stderr.write(String((user + system) / 1000));
    });`;
    /** A new user of the machine has no cache yet. */
    async function firstAndSecondMs(): Promise<number[]> {
      const home = await mkdtemp(join(project, 'home-'));
      const times: number[] = [];
      for (const start of ['first', 'second']) {
        const args = ['--import', meter, command, '--version'];
        const { stdout, stderr } = await run(process.execPath, args, { env: { HOME: home } });
        assert.match(stdout, /^\d+\.\d+\.\d+\n$/, start);
        times.push(Number(stderr));
      }
      return times;
    }
    // Other work on the machine makes the same code dearer: the best of some.
    const runs = [await firstAndSecondMs(), await firstAndSecondMs(), await firstAndSecondMs()];
    const best = [0, 1].map((start) => Math.min(...runs.map((times) => times[start] ?? Infinity)));
    context.diagnostic(`${best.map((ms) => Math.round(ms)).join(' and ')} ms`);
    for (const ms of best) assert.ok(ms > 0 && ms < 300, `${best.join(' and ')} ms`);
  });

  it('runs the operator command of a server package that is installed in the same project', async () => {
    const command = join(project, 'node_modules/@groupwright/cli/bin/groupwright.js');
    const operate = () =>
      run(process.execPath, [command, 'operator', 'tenant', 'list', '--json'], {
        cwd: project,
        env: { HOME: project },
      });
    await assert.rejects(operate(), /@groupwright\/server is installed/);
    // In place of the package, which `release/server-package.test.ts` builds: it prints what it is called with.
    const server = join(project, 'node_modules/@groupwright/server');
    await mkdir(join(server, 'bin'), { recursive: true });
    await writeFile(join(server, 'package.json'), '{ "type": "module" }');
    await writeFile(
      join(server, 'bin/groupwright-server.js'),
      "console.log(process.argv.slice(2).join(' '));",
    );
    assert.equal((await operate()).stdout, 'operator tenant list --json\n');
  });
});
