// The MCP server as an assistant's host runs it: the client of the protocol's own library starts the command and
// speaks over its standard input and output.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { openTestTask } from '../../../service/testing/tasks.ts';
import { commandFile, type Cli } from '../testing/cli.ts';
import { startCliService, type CliService } from '../testing/service.ts';

interface ToolResponse {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

let service: CliService;
let cli: Cli;
const host = new Client({ name: 'test', version: '1' });

async function call(name: string, args: Record<string, unknown> = {}): Promise<ToolResponse> {
  return (await host.callTool({ name, arguments: args })) as ToolResponse;
}

/** fetch sends no other Host. */
async function statusForHost(url: string, host: string, authorization: string): Promise<number> {
  const sent = request(url, { method: 'POST', headers: { host, authorization } }).end();
  const [answered] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }];
  answered.resume();
  return answered.statusCode;
}

function lengthOf(list: unknown): number | undefined {
  return Array.isArray(list) ? list.length : undefined;
}

before(async () => {
  service = await startCliService();
  ({ cli } = service);
  const args = [commandFile, 'mcp'];
  await host.connect(
    new StdioClientTransport({ command: process.execPath, args, env: cli.env, stderr: 'inherit' }),
  );
});

after(async () => {
  await host.close();
  await service.close();
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
      ['create_team', 'run_operation', 'cancel_operation', 'run_person_handover'],
    );
    assert.deepEqual(tools.map(({ name }) => name).sort(), [
      'cancel_operation',
      'create_team',
      'explain_team',
      'list_directory_groups',
      'list_groups_of_person',
      'list_operations',
      'list_organisations',
      'list_reviews',
      'list_tasks',
      'list_teams',
      'operation_status',
      'plan_adoption',
      'plan_desired_teams',
      'plan_operation',
      'plan_person_handover',
      'plan_roster',
      'plan_team',
      'run_operation',
      'run_person_handover',
      'search_people',
      'show_organisation',
      'show_review',
      'show_roster',
      'show_task',
      'show_team',
      'show_template',
      'team_status',
    ]);
  });

  it('refuses arguments that a tool does not know, and says the form of each answer', async () => {
    const misspelt = await call('plan_team', { ...group, mailNickname: 'x' });
    assert.equal(misspelt.isError, true);
    assert.match(
      misspelt.content[0]?.text ?? '',
      /mailNickname is unknown \(did you mean mailNickName\?\)/,
    );
    for (const [name, given, text] of [
      ['list_organisations', { bogus: 1 }, 'bogus is unknown. There is no input.'],
      ['show_team', {}, 'teamId: is missing'],
      ['show_team', { teamId: 5 }, 'teamId: must be a string, not a number'],
      ['show_team', { teamId: null }, 'teamId: must be a string, not null'],
      ['list_operations', { teamId: 'x', limit: '0x10' }, 'limit: must be a number, not a string'],
      ['list_operations', { teamId: 'x', limit: 1e9 }, 'limit: must be 200 or less'],
      ['plan_operation', { teamId: 'x', kind: 'archiv' }, '(did you mean archive?)'],
      [
        'plan_operation',
        { teamId: 'x', kind: 'change', owners: { ad: [] } },
        'owners: ad is unknown (did you mean add?)',
      ],
    ] as const) {
      const refused = await call(name, given);
      assert.equal(refused.isError, true);
      const detail = refused.content[0]?.text ?? '';
      assert.ok(detail.includes(text), detail);
      assert.doesNotMatch(detail, /Invalid input|Unrecognized/);
    }
    const { tools } = await host.listTools();
    for (const { name, inputSchema, outputSchema } of tools) {
      assert.equal(inputSchema['additionalProperties'], false, name);
      assert.equal(outputSchema?.type, 'object', name);
    }
  });

  it('offers prompts for the usual jobs, and the organisations as resources', async () => {
    const { prompts } = await host.listPrompts();
    const names = prompts.map(({ name }) => name).sort();
    assert.deepEqual(names, ['create_group', 'person_leaves', 'review_groups']);
    const args = { person: 'yuki@aare.example' };
    const { messages } = await host.getPrompt({ name: 'person_leaves', arguments: args });
    assert.match(JSON.stringify(messages), /yuki@aare\.example leaves/);
    const { resources } = await host.listResources();
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      ['groupwright://organisations/aare'],
    );
    const { contents } = await host.readResource({ uri: 'groupwright://organisations/aare' });
    const [content] = contents as { text: string }[];
    assert.equal((JSON.parse(content?.text ?? '') as { identifier: string }).identifier, 'aare');
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
    assert.match(invented.content[0]?.text ?? '', /^plan_not_found: .*Call plan_team first/);

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

  it('finds a group by an external id, and plans desired states without changing anything', async () => {
    const wanted = {
      displayName: 'Group desired',
      mailNickName: 'mcp-desired',
      responsible: 'mara@aare.example',
      organisationIdOrIdentifier: 'aare',
      templateIdOrIdentifier: 'any',
    };
    const put = await service.at.call(service.tenant, '/teams/external/erp/P%2F1', {
      method: 'PUT',
      body: wanted,
      headers: { prefer: 'wait=20' },
    });
    assert.equal(put.status, 200, JSON.stringify(put.body));
    const found = await call('list_teams', { source: 'erp', externalId: 'P/1' });
    const { items } = found.structuredContent as { items: { displayName: string }[] };
    assert.deepEqual(
      items.map(({ displayName }) => displayName),
      ['Group desired'],
    );
    const plan = await call('plan_desired_teams', {
      source: 'erp',
      groups: [
        { externalId: 'P/1', displayName: 'Group planned' },
        { externalId: 'P/2', displayName: 'Group new', bogus: 1 },
      ],
    });
    const planned = plan.structuredContent as {
      changed: number;
      refused: number;
      items: { after: object; error: { errors: { pointer: string }[] } | null }[];
    };
    assert.deepEqual([planned.changed, planned.refused], [1, 1], JSON.stringify(planned));
    assert.deepEqual(planned.items[0]?.after, { displayName: 'Group planned' });
    assert.ok(planned.items[1]?.error?.errors.some(({ pointer }) => pointer === '/bogus'));
    const why = await call('explain_team', { teamId: 'mcp-desired', property: 'externalIds.erp' });
    const { reasons } = why.structuredContent as { reasons: { action: string }[] };
    assert.ok(reasons.length > 0, JSON.stringify(why));
    const unknown = await call('explain_team', { teamId: 'mcp-desired', property: 'colour' });
    assert.match(unknown.content[0]?.text ?? '', /must be one of .*visibility/);
    const still = await call('list_teams', { source: 'erp' });
    const { items: left } = still.structuredContent as { items: { displayName: string }[] };
    assert.deepEqual(
      left.map(({ displayName }) => displayName),
      ['Group desired'],
    );
  });

  it('changes a group only from a plan that was shown, only once, and only as long as it is the same', async () => {
    const invented = await call('run_operation', { planToken: 'plan-invented' });
    assert.match(invented.content[0]?.text ?? '', /^plan_not_found: .*Call plan_operation first/);

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
    const byAlias = await call('show_team', { teamId: 'mcp-change' });
    // Whatever is observed of the group between the two reads.
    assert.equal(byAlias.structuredContent?.['teamId'], teamId);
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

    const repeated = await plan('unarchive');
    assert.equal(repeated.structuredContent?.['planToken'], undefined);
    assert.match(repeated.content[0]?.text ?? '', /"changed": ?false/);
  });

  it('hands over the groups of a person only from a plan that was shown and still holds, and only once', async () => {
    const invented = await call('run_person_handover', { planToken: 'plan-invented' });
    assert.match(
      invented.content[0]?.text ?? '',
      /^plan_not_found: .*Call plan_person_handover first/,
    );
    const create = async (mailNickName: string, deputy?: string) => {
      const planned = await call('plan_team', {
        ...group,
        mailNickName,
        responsible: 'yuki@aare.example',
        ...(deputy && { deputy }),
      });
      await call('create_team', { planToken: planned.structuredContent?.['planToken'] });
    };
    await create('mcp-left-1', 'tomas@aare.example');
    await create('mcp-left-2');
    const person = 'yuki@aare.example';
    const plan = async (others = {}) =>
      (await call('plan_person_handover', { person, ...others })).structuredContent;
    const first = await plan();
    const shown = first?.['plan'] as
      | { items: { conforms: boolean; vacant: string[] }[] }
      | undefined;
    assert.deepEqual(
      shown?.items.map(({ conforms, vacant }) => [conforms, vacant]),
      [
        [false, ['responsible']],
        [true, ['deputy']],
      ],
    );
    await create('mcp-left-3', 'tomas@aare.example');
    const outdated = await call('run_person_handover', { planToken: first?.['planToken'] });
    assert.match(outdated.content[0]?.text ?? '', /^plan_outdated: .*have changed since the plan/);

    const second = await plan({ to: 'lena@aare.example', reason: 'Left' });
    const planToken = second?.['planToken'];
    const done = (await call('run_person_handover', { planToken })).structuredContent;
    assert.deepEqual([done?.['accepted'], done?.['refused']], [3, 0]);
    const ended = done?.['items'] as { teamId: string; operationId: string; status: string }[];
    assert.deepEqual(
      ended.map(({ status }) => status),
      ['succeeded', 'succeeded', 'succeeded'],
    );
    const again = (await call('run_person_handover', { planToken })).structuredContent;
    assert.deepEqual(
      (again?.['items'] as typeof ended | undefined)?.map(({ operationId }) => operationId),
      ended.map(({ operationId }) => operationId),
    );
    const listed = await call('list_groups_of_person', { person: 'lena@aare.example' });
    assert.equal(lengthOf(listed.structuredContent?.['items']), 3);
    const rest = await plan();
    assert.equal(rest?.['planToken'], undefined, 'there is nothing left to hand over');

    const late = await call('cancel_operation', {
      teamId: ended[0]?.teamId,
      operationId: ended[0]?.operationId,
    });
    assert.match(late.content[0]?.text ?? '', /^in_use: The operation is succeeded/);
  });

  it('finds people by the beginning of a name, and says how many it takes', async () => {
    const { structuredContent } = await call('search_people', { search: 'le', limit: 5 });
    const found = structuredContent?.['items'] as { email: string }[];
    assert.ok(found.some(({ email }) => email === 'lena@aare.example'));
    const short = await call('search_people', { search: 'l' });
    assert.match(short.content[0]?.text ?? '', /search/);
  });

  it('shows a template with its declared properties', async () => {
    const { structuredContent } = await call('show_template', { template: 'project' });
    assert.equal(structuredContent?.['identifier'], 'project');
    assert.deepEqual(structuredContent?.['properties'], {});
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

  it('shows tasks, and decides none', async () => {
    const { tenant, at } = service;
    const teamId = await service.create('mcp-task');
    const taskId = await openTestTask(at.at, tenant, teamId);
    const listed = await call('list_tasks', { teamId });
    assert.equal(lengthOf(listed.structuredContent?.['items']), 1);
    const none = await call('list_tasks', { teamId, state: 'done' });
    assert.equal(lengthOf(none.structuredContent?.['items']), 0);
    const shown = await call('show_task', { taskId });
    assert.equal(shown.structuredContent?.['mailNickName'], 'mcp-task');
    const unknown = await call('show_task', { taskId: teamId });
    assert.match(unknown.content[0]?.text ?? '', /^not_found: /);
  });

  it('asks the user before it runs a plan, where the host can ask', async () => {
    const capabilities = { elicitation: { form: {} } };
    const asking = new Client({ name: 'asking', version: '1' }, { capabilities });
    const questions: string[] = [];
    let confirm = false;
    asking.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message);
      return { action: 'accept', content: { confirm } };
    });
    const args = [commandFile, 'mcp'];
    await asking.connect(
      new StdioClientTransport({ command: process.execPath, args, env: cli.env }),
    );
    const ask = async (name: string, given: Record<string, unknown>) =>
      (await asking.callTool({ name, arguments: given })) as ToolResponse;
    const plan = await ask('plan_team', { ...group, mailNickName: 'mcp-asked' });
    const planToken = plan.structuredContent?.['planToken'];
    const declined = await ask('create_team', { planToken });
    assert.match(declined.content[0]?.text ?? '', /^not_confirmed: /);
    confirm = true;
    const created = await ask('create_team', { planToken });
    assert.equal(created.structuredContent?.['status'], 'succeeded');
    await ask('create_team', { planToken });
    assert.equal(questions.length, 2);
    const [question = ''] = questions;
    assert.match(question, /^Create the group "Group mcp" in "Aare[^"]*"\?\n/);
    assert.match(question, /^Alias: "mcp-asked"$/m);
    assert.match(question, /^Responsible: "mara@aare\.example"$/m);
    await asking.close();
  });

  it('serves the same tools over HTTP, to callers with the token and from no other origin', async () => {
    const child = cli.start(['mcp', '--http', '--port', '0']);
    assert.ok(child.stderr !== null);
    const [line] = (await once(createInterface(child.stderr), 'line')) as [string];
    const [, url = '', token = ''] = /Serving (\S+) with the token (\S+)/.exec(line) ?? [];
    const authorization = `Bearer ${token}`;
    const initialize = async (headers: Record<string, string>) => {
      const { status, body } = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{}',
      });
      await body?.cancel();
      return status;
    };
    assert.equal(await initialize({}), 401);
    assert.equal(await initialize({ authorization: `${authorization}x` }), 401);
    assert.equal(await initialize({ authorization, origin: 'https://evil.example' }), 403);
    assert.equal(await statusForHost(url, 'evil.example', authorization), 403);

    const remote = new Client({ name: 'remote', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { authorization } },
    });
    await remote.connect(transport);
    const ask = async (name: string, given: Record<string, unknown>) =>
      (await remote.callTool({ name, arguments: given })) as ToolResponse;
    const plan = await ask('plan_team', { ...group, mailNickName: 'mcp-http' });
    const planToken = plan.structuredContent?.['planToken'];
    const created = await ask('create_team', { planToken });
    assert.equal(created.structuredContent?.['status'], 'succeeded');
    await remote.close();
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number];
    assert.equal(code, 0);
  });

  it('ends when its host closes the standard input', async () => {
    const child = cli.start(['mcp']);
    child.stdin?.end();
    const [code] = (await once(child, 'exit')) as [number];
    assert.equal(code, 0);
  });
});
