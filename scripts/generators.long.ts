// Three generators make clients from the description of a running service, and the clients work. npm installs the
// generators for this test only (decision 0054): with the compiler that they need, they weigh 75 MB.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../packages/service/testing/service.ts';

const run = promisify(execFile);
const here = fileURLToPath(new URL('generators/', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));

let project: string;
let at: TestService;
let tenant: TestTenant;

before(async () => {
  project = await mkdtemp(join(tmpdir(), 'groupwright-generators-'));
  for (const name of ['package.json', 'package-lock.json']) {
    await copyFile(join(here, name), join(project, name));
  }
  await run('npm', ['ci', '--ignore-scripts', '--prefer-offline'], { cwd: project });
  at = await startTestService();
  tenant = await at.addTenant();
});
after(async () => {
  await at.close();
  await rm(project, { recursive: true, force: true });
});

const inProject = async (program: string, ...args: string[]) => {
  const { stdout } = await run(
    process.execPath,
    [join(project, 'node_modules', program), ...args],
    {
      cwd: project,
    },
  );
  return stdout;
};

/** Compiles with this repository's compiler and runs the compiled file. */
async function compileAndRun(name: string, source: string): Promise<unknown> {
  await writeFile(join(project, `${name}.ts`), source);
  const options = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const strict = ['--strict', '--skipLibCheck', '--lib', 'es2022,dom,dom.iterable'];
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const args = [compiler, ...options, ...strict, '--noEmit', '--types', '', `${name}.ts`];
  await run(process.execPath, args, { cwd: project }).catch((error: { stdout?: string }) => {
    throw new Error(error.stdout);
  });
  const bundler = join(root, 'node_modules/.bin/rolldown');
  const output = ['--platform', 'node', '--format', 'esm', '--file', `${name}.mjs`];
  await run(bundler, [`${name}.ts`, ...output], { cwd: project });
  const { stdout } = await run(process.execPath, [`${name}.mjs`], { cwd: project });
  return JSON.parse(stdout);
}

describe('the description of a running service', () => {
  it('is clean by the strict rules of redocly, in both versions', async () => {
    const lint = join(root, 'node_modules/.bin/redocly');
    const addresses = ['/openapi.json', '/openapi-3.0.json'].map((path) => at.address + path);
    // The pattern of a teamId keeps it apart from words in its place.
    const rules = ['--extends', 'recommended-strict', '--skip-rule', 'no-ambiguous-paths'];
    await run(lint, ['lint', ...addresses, ...rules], {
      cwd: project,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
  });

  it('gives openapi-typescript types of requests, answers and webhooks', async () => {
    await inProject(
      'openapi-typescript/bin/cli.js',
      `${at.address}/openapi.json`,
      '-o',
      'types.ts',
    );
    const outcome = await compileAndRun(
      'use-types',
      `import type { components, paths, webhooks } from './types';
       type Failed = webhooks['group.failed']['post']['requestBody']['content']['application/cloudevents+json'];
       export const code = (event: Failed): string | undefined => event.data.error?.code;
       type Accepted = paths['/teams']['post']['responses'][200]['content']['application/json'];
       const body: components['schemas']['TeamRequest'] = ${JSON.stringify(teamRequest('by-types'))};
       const answer = await fetch('${at.address}/teams', {
         method: 'POST',
         headers: { 'content-type': 'application/json', authorization: 'Bearer ${tenant.token}' },
         body: JSON.stringify(body),
       });
       const accepted = (await answer.json()) as Accepted;
       console.log(JSON.stringify(accepted.status));`,
    );
    assert.equal(outcome, 'accepted');
  });

  it('gives @hey-api/openapi-ts a client that gets a token as an OAuth client does', async () => {
    await inProject(
      '@hey-api/openapi-ts/bin/run.js',
      '-i',
      `${at.address}/openapi.json`,
      '-o',
      'hey-api',
    );
    const { tenantId, keyId, secret } = tenant;
    const outcome = await compileAndRun(
      'use-hey-api',
      `import { client } from './hey-api/client.gen';
       import { getOrganisation, requestToken } from './hey-api';
       client.setConfig({ baseUrl: '${at.address}' });
       const { data } = await requestToken({
         body: ${JSON.stringify({ tenantId, keyId, secret })},
       });
       if (data === undefined || !('accessToken' in data)) throw new Error('no token');
       const organisation = await getOrganisation({
         auth: data.accessToken,
         path: { idOrIdentifier: 'aare' },
       });
       console.log(JSON.stringify(organisation.data?.identifier));`,
    );
    assert.equal(outcome, 'aare');
  });

  it('gives openapi-typescript-codegen, which reads 3.0 only, a client that works', async () => {
    await writeFile(
      join(project, 'openapi-3.0.json'),
      await (await fetch(`${at.address}/openapi-3.0.json`)).text(),
    );
    const input = ['--input', 'openapi-3.0.json', '--output', 'codegen', '--client', 'fetch'];
    await inProject('openapi-typescript-codegen/bin/index.js', ...input);
    const outcome = await compileAndRun(
      'use-codegen',
      `import { OpenAPI, TeamsService, ApiError } from './codegen';
       OpenAPI.BASE = '${at.address}';
       OpenAPI.TOKEN = '${tenant.token}';
       const plan = await TeamsService.planTeam({
         requestBody: ${JSON.stringify(teamRequest('by-codegen'))},
       } as never).catch((error: ApiError) => error.body);
       console.log(JSON.stringify(Object.keys(plan as object).sort()));`,
    );
    assert.ok(
      (outcome as string[]).includes('ok') || (outcome as string[]).includes('conforms'),
      String(outcome),
    );
  });
});
