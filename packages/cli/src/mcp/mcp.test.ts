// The MCP server as an assistant's host runs it: the client of the protocol's own library starts the command and
// speaks over its standard input and output.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startTestService, type TestService } from '../../../service/testing/service.ts';
import { commandFile, createCli, type Cli } from '../testing/cli.ts';

interface ToolResponse {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

let at: TestService;
let cli: Cli;
const host = new Client({ name: 'test', version: '1' });

async function call(name: string, args: Record<string, unknown> = {}): Promise<ToolResponse> {
  return (await host.callTool({ name, arguments: args })) as ToolResponse;
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
  const args = [commandFile, 'mcp'];
  await host.connect(
    new StdioClientTransport({ command: process.execPath, args, env: cli.env, stderr: 'inherit' }),
  );
});

after(async () => {
  await host.close();
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
    const { tools } = await host.listTools();
    assert.match(host.getInstructions() ?? '', /show its result to the user before create_team/);
    assert.deepEqual(
      tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name),
      ['create_team', 'run_operation'],
    );
    assert.deepEqual(tools.map(({ name }) => name).sort(), [
      'create_team',
      'list_operations',
      'list_organisations',
      'list_teams',
      'operation_status',
      'plan_operation',
      'plan_team',
      'run_operation',
      'show_organisation',
      'show_team',
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
    assert.match(invented.content[0]?.text ?? '', /Call plan_team first/);

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

  it('changes a group only from a plan that was shown, only once, and only as long as it is the same', async () => {
    const invented = await call('run_operation', { planToken: 'plan-invented' });
    assert.match(invented.content[0]?.text ?? '', /Call plan_operation first/);

    const { structuredContent: creation } = await call('plan_team', {
      ...group,
      mailNickName: 'mcp-change',
    });
    const crossed = await call('run_operation', { planToken: creation?.['planToken'] });
    assert.equal(crossed.isError, true, 'a plan of a creation runs no operation');
    const created = await call('create_team', { planToken: creation?.['planToken'] });
    const teamId = created.structuredContent?.['teamId'];

    const plan = (kind: string, others = {}) => call('plan_operation', { teamId, kind, ...others });
    const rename = await plan('change', { displayName: 'Renamed', reason: 'A new phase' });
    const archive = await plan('archive');
    const shown = await call('show_team', { teamId });
    assert.equal(shown.structuredContent?.['displayName'], 'Group mcp');

    const planToken = rename.structuredContent?.['planToken'];
    const done = await call('run_operation', { planToken });
    assert.equal(done.structuredContent?.['status'], 'succeeded');
    assert.deepEqual(done.structuredContent?.['after'], { displayName: 'Renamed' });
    const again = await call('run_operation', { planToken });
    const operationId = done.structuredContent?.['operationId'];
    assert.equal(again.structuredContent?.['operationId'], operationId);

    const outdated = await call('run_operation', {
      planToken: archive.structuredContent?.['planToken'],
    });
    assert.match(outdated.content[0]?.text ?? '', /^version_conflict: /);
    const listed = await call('list_operations', { teamId });
    assert.equal(lengthOf(listed.structuredContent?.['items']), 1);
    const status = await call('operation_status', { teamId, operationId });
    assert.equal(status.structuredContent?.['reason'], 'A new phase');

    const impossible = await plan('restore');
    assert.equal(impossible.structuredContent?.['planToken'], undefined);
    assert.match(impossible.content[0]?.text ?? '', /group_not_active/);
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
    const child = cli.start(['mcp']);
    child.stdin?.end();
    const [code] = (await once(child, 'exit')) as [number];
    assert.equal(code, 0);
  });
});
