// The published packages as a stranger gets them: packed, installed into an empty project, used.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { launchBrowser } from '../packages/console/src/tests/browser.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

let project: string;
let server: ReturnType<typeof createServer>;
let baseUrl: string;

async function pack(name: string): Promise<string> {
  const cwd = join(root, 'packages', name);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project], { cwd });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  return join(project, packed?.filename ?? '');
}

before(async () => {
  project = await mkdtemp(join(tmpdir(), 'groupwright-package-'));
  server = createServer((request, response) => void answer(request.url ?? '', response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

after(async () => {
  server.closeAllConnections();
  server.close();
  await rm(project, { recursive: true, force: true });
});

/** A Node from outside the repository that the package says it runs on. */
function olderNode(): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((directory) => !directory.includes('node_modules'))
    .map((directory) => join(directory, 'node'))
    .find((node) => {
      const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
      return /^v2[0-3]\./.test(stdout ?? '');
    });
}

/** A service as far as these tests need one, which serves the installed SDK to a browser as well. */
async function answer(path: string, response: ServerResponse): Promise<void> {
  if (path === '/') {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>A page</title>');
    return;
  }
  if (path.startsWith('/sdk/')) {
    const file = join(project, 'node_modules/@groupwright/client/dist', basename(path));
    response.setHeader('content-type', 'text/javascript');
    response.end(await readFile(file));
    return;
  }
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const body =
    path === '/token' ? { accessToken: 't', expiresAt } : { items: [{ identifier: 'one' }] };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}

describe('the package @groupwright/client', () => {
  before(async () => {
    const tarball = await pack('client');
    await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], {
      cwd: project,
    });
  });

  it('installs and works in an empty project, on its own', async () => {
    await writeFile(
      join(project, 'use.js'),
      `import { createClient } from '@groupwright/client';
       const credentials = { tenantId: 'a', keyId: 'b', secret: 'c' };
       const client = createClient({ baseUrl: process.argv[2], credentials });
       for await (const { identifier } of client.listOrganisations()) console.log(identifier);`,
    );
    const { stdout } = await run(process.execPath, ['use.js', baseUrl], { cwd: project });
    assert.equal(stdout, 'one\n');
    const manifest = JSON.parse(
      await readFile(join(project, 'node_modules/@groupwright/client/package.json'), 'utf8'),
    ) as { dependencies?: object };
    assert.equal(manifest.dependencies, undefined);
  });

  const older = olderNode();
  const skip = older === undefined ? 'there is no Node 20 or 22 on this machine' : false;
  it('works on the older Node of this machine', { skip }, async () => {
    const { stdout } = await run(older ?? '', ['use.js', baseUrl], { cwd: project });
    assert.equal(stdout, 'one\n');
  });

  it('brings types that hold a caller to them, for browsers as for Node', async () => {
    await writeFile(
      join(project, 'use.ts'),
      `import { createClient, isProblem, verifyWebhook } from '@groupwright/client';
       const client = createClient({ baseUrl: '', accessToken: () => '' });
       // @ts-expect-error a request needs all its fields
       client.createTeam({}).catch((error) => isProblem(error, 'validation_failed'));
       export const name: Promise<string> = client.getOrganisation('x').then((found) => found.name);
       export const type = verifyWebhook({ body: '', headers: new Headers(), secrets: '' });`,
    );
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--types',
      '',
    ];
    await run(process.execPath, [tsc, ...options, '--lib', 'es2022,dom,dom.iterable', 'use.ts'], {
      cwd: project,
    });
  });

  it('works in a browser', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(baseUrl);
      const found: unknown = await page.evaluate(`(async () => {
        const { createClient, verifyWebhook } = await import('/sdk/index.js');
        const client = createClient({ baseUrl: location.origin, accessToken: () => 't' });
        const identifiers = [];
        for await (const { identifier } of client.listOrganisations()) identifiers.push(identifier);
        const refusal = await verifyWebhook({ body: '', headers: {}, secrets: '' }).catch(({ name }) => name);
        return [...identifiers, refusal];
      })()`);
      assert.deepEqual(found, ['one', 'WebhookVerificationError']);
    } finally {
      await browser.close();
    }
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
    const tarballs = [await pack('client'), await pack('cli')];
    await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }');
    // From npm's cache, where `npm ci` has put what the command needs.
    const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    await run('npm', ['install', ...options, ...tarballs], { cwd: project });
  });

  it('installs as the command groupwright and works in an empty project', async () => {
    const env = {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: project,
      GROUPWRIGHT_BASE_URL: baseUrl,
      GROUPWRIGHT_TENANT_ID: 'a',
      GROUPWRIGHT_KEY_ID: 'b',
      GROUPWRIGHT_SECRET: 'c',
    };
    const command = join(project, 'node_modules/.bin/groupwright');
    const { stdout } = await run(command, ['organisation', 'list', '--json'], {
      cwd: project,
      env,
    });
    assert.deepEqual(JSON.parse(stdout), [{ identifier: 'one' }]);
    const help = await run(command, ['--help'], { cwd: project, env });
    assert.match(help.stdout, /Usage: groupwright/);
  });
});
