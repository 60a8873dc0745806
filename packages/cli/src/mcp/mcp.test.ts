// The MCP server as an assistant's host runs it: JSON-RPC lines over the standard input and output.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestService } from '../../../service/src/testing/service.ts';
import { createCli, type Cli } from '../testing/cli.ts';

interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

let at: TestService;
let cli: Cli;
let child: ChildProcess;
const waiting = new Map<number, (result: unknown) => void>();
let nextId = 1;

function request(method: string, params: object = {}): Promise<unknown> {
  const id = nextId;
  nextId += 1;
  child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  return new Promise((resolve) => waiting.set(id, resolve));
}

async function call(name: string, args: object = {}): Promise<ToolAnswer> {
  return (await request('tools/call', { name, arguments: args })) as ToolAnswer;
}

function lengthOf(list: unknown): number | undefined {
  return Array.isArray(list) ? list.length : undefined;
}

before(async () => {
  at = await startTestService();
  const tenant = await at.addTenant();
  cli = await createCli({
    GROUPWRIGHT_BASE_URL: at.address,
    GROUPWRIGHT_TENANT_ID: tenant.tenantId,
    GROUPWRIGHT_KEY_ID: tenant.keyId,
    GROUPWRIGHT_SECRET: tenant.secret,
  });
  child = cli.start(['mcp']);
  assert.ok(child.stdout !== null);
  createInterface(child.stdout).on('line', (line) => {
    const { id, result, error } = JSON.parse(line) as {
      id: number;
      result?: unknown;
      error?: unknown;
    };
    waiting.get(id)?.(result ?? error);
  });
  await request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  child.stdin?.write(
    `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`,
  );
});

after(async () => {
  await cli.close();
  await at.close();
});

const group = {
  displayName: 'Group mcp',
  mailNickName: 'mcp',
  responsible: 'mara@aare.example',
  organisation: 'aare',
  template: 'any',
};

describe('groupwright mcp', () => {
  it('offers tools that tell which of them change anything', async () => {
    const { tools } = (await request('tools/list')) as {
      tools: { name: string; annotations: { readOnlyHint: boolean } }[];
    };
    assert.deepEqual(
      tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name),
      ['create_team'],
    );
    assert.deepEqual(tools.map(({ name }) => name).sort(), [
      'create_team',
      'list_organisations',
      'list_teams',
      'plan_team',
      'show_organisation',
      'team_status',
    ]);
  });

  it('shows organisations with their templates', async () => {
    const { structuredContent } = await call('list_organisations');
    assert.equal(lengthOf(structuredContent?.['items']), 1);
    const shown = await call('show_organisation', { organisation: 'aare' });
    assert.equal(lengthOf(shown.structuredContent?.['templates']), 2);
  });

  it('creates a group only from a plan that was shown, and only once', async () => {
    const invented = await call('create_team', { planToken: 'plan-invented' });
    assert.equal(invented.isError, true);
    assert.match(invented.content[0]?.text ?? '', /call plan_team first/);

    const plan = await call('plan_team', group);
    assert.equal(plan.isError, undefined);
    const planToken = plan.structuredContent?.['planToken'];
    assert.deepEqual((await call('list_teams')).structuredContent, { items: [] });

    const created = await call('create_team', { planToken });
    assert.equal(created.structuredContent?.['status'], 'succeeded');
    const again = await call('create_team', { planToken });
    assert.equal(again.structuredContent?.['teamId'], created.structuredContent?.['teamId']);
    const listed = await call('list_teams', { mailNickName: 'mcp' });
    assert.equal(lengthOf(listed.structuredContent?.['items']), 1);
    const status = await call('team_status', { teamId: created.structuredContent?.['teamId'] });
    assert.equal(status.structuredContent?.['status'], 'succeeded');
  });

  it('gives no planToken for what would be refused, and says everything that is wrong', async () => {
    const plan = await call('plan_team', {
      ...group,
      members: ['ghost@aare.example'],
      mailNickName: 'a b',
    });
    assert.equal(plan.structuredContent?.['planToken'], undefined);
    assert.match(plan.content[0]?.text ?? '', /must not contain a space/);
    const unknown = await call('team_status', { teamId: 'nothing' });
    assert.equal(unknown.isError, true);
    assert.match(unknown.content[0]?.text ?? '', /^not_found: /);
  });

  it('ends when its host closes the standard input', async () => {
    child.stdin?.end();
    const [code] = (await once(child, 'exit')) as [number];
    assert.equal(code, 0);
  });
});
