// The tools for existing groups. An operation runs only from a plan that was shown, and only if the group is still as it
// was when the plan was made.
import type { Explanation, OperationPlanRequest } from '@groupwright/client';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { differingProperties, operationKinds } from '../choices/choices.ts';
import { startOperation } from '../operations/start-operation.ts';
import { answer } from './answer.ts';
import { operationQuestion } from './outline.ts';
import { listOutput, planOutput, shownOutput, statusOutput } from './outputs.ts';
import { addPlannedRun } from './planned-run.ts';
import { teamKey, type McpDeps } from './mcp-deps.ts';

const person = z.string().describe('E-mail address or id of a person');
const peopleChange = z.strictObject({
  add: z.array(person).optional(),
  remove: z.array(person).optional(),
});

const operationInput = z.strictObject({
  teamId: teamKey,
  kind: z
    .enum(operationKinds)
    .describe(
      'handover changes only responsible and deputy; repair writes what the record says where the directory differs; accept_drift writes into the record what the directory has; all members are for change',
    ),
  properties: z
    .union([
      z.array(z.enum(differingProperties)),
      z.record(z.string(), z.union([z.string(), z.number().int(), z.null()])),
    ])
    .optional()
    .describe(
      'For a change: the properties to change, such as {"projectCode": "4711"}; null clears one. For accept_drift (required) and repair (default: all that differed at the last comparison): a list of names',
    ),
  displayName: z.string().optional(),
  description: z.string().nullable().optional().describe('null clears it'),
  visibility: z.enum(['private', 'public']).optional(),
  responsible: person.optional(),
  deputy: person.nullable().optional().describe('null leaves the group without a deputy'),
  former: z
    .enum(['owner', 'member', 'none'])
    .optional()
    .describe('Role of the former responsible or deputy; default: member'),
  owners: peopleChange.optional().describe('Those who are removed stay members'),
  members: peopleChange.optional(),
  reason: z.string().optional().describe('Why, for the audit log'),
});

const maxWaitSeconds = 20;
const maxListed = 200;

export function addOperationTools(
  server: McpServer,
  { client, teamIdOf, plans: { operations: plans } }: McpDeps,
): void {
  const reads = { readOnlyHint: true, openWorldHint: false } as const;

  server.registerTool(
    'show_team',
    {
      title: 'Show a group',
      description: 'Shows the record of a group: its names, state, people and addresses.',
      inputSchema: z.strictObject({ teamId: teamKey }),
      outputSchema: shownOutput,
      annotations: reads,
    },
    ({ teamId }) => answer(async () => client.getTeam(await teamIdOf(teamId))),
  );

  server.registerTool(
    'explain_team',
    {
      title: 'Explain a fact about a group',
      description:
        'Explains why a fact about a group is as it is: the entries of the audit log that led to it, in the order in which they followed, each with the person, the rule of a template, and its place in the hash chain.',
      inputSchema: z.strictObject({
        teamId: teamKey,
        property: z
          .string()
          .describe(
            'Such as visibility, responsible, members, state, hold, expiresAt, settings.guests or properties.projectCode',
          ),
        person: person.optional().describe('With owners or members: this person of the list'),
      }),
      outputSchema: shownOutput,
      annotations: reads,
    },
    ({ teamId, ...asked }) =>
      answer(async () => {
        const query = Object.fromEntries(
          Object.entries(asked).filter(([, value]) => value !== undefined),
        );
        return client.request<Explanation>('GET', `/teams/${await teamIdOf(teamId)}/why`, {
          query,
        });
      }),
  );

  server.registerTool(
    'plan_operation',
    {
      title: 'Plan an operation on a group',
      description:
        'Shows what a change, handover, archive, deletion, restore, repair or acceptance of differences would change (before and after), and every fault. Changes nothing. If the operation would succeed and change something, the answer contains a planToken for run_operation.',
      inputSchema: operationInput,
      outputSchema: planOutput,
      annotations: reads,
    },
    ({ teamId: key, ...input }) =>
      answer(async () => {
        const operation = operationOf(input);
        const teamId = await teamIdOf(key);
        const { etag, displayName } = await client.getTeam(teamId);
        const plan = await client.team(teamId).plan(operation, { ifMatch: etag });
        if (!plan.conforms || !plan.changed) return { plan };
        const question = operationQuestion(displayName, operation, plan);
        return { planToken: plans.keep({ request: { teamId, operation, etag }, question }), plan };
      }),
  );

  addPlannedRun(server, {
    name: 'run_operation',
    title: 'Run a planned operation',
    description:
      'Runs the operation of a plan from plan_operation that the user has seen. It is refused if the group has changed since the plan. The same planToken never runs a second operation.',
    planTool: 'plan_operation',
    destructive: true,
    outputSchema: statusOutput,
    plans,
    run: async ({ idempotencyKey, request }) => {
      const team = client.team(request.teamId);
      const { operationId, ...accepted } = await startOperation(team, request.operation, {
        idempotencyKey,
        ifMatch: request.etag,
        waitSeconds: maxWaitSeconds,
      });
      return operationId === null ? accepted : team.getOperation(operationId);
    },
  });

  server.registerTool(
    'operation_status',
    {
      title: 'Follow an operation',
      description:
        'Shows the progress of an operation, what it changed, and the cause if it failed.',
      inputSchema: z.strictObject({ teamId: teamKey, operationId: z.string() }),
      outputSchema: statusOutput,
      annotations: reads,
    },
    ({ teamId, operationId }) =>
      answer(async () => client.team(await teamIdOf(teamId)).getOperation(operationId)),
  );

  server.registerTool(
    'list_operations',
    {
      title: 'List the operations of a group',
      description: 'Lists the operations of a group, newest first, with what each changed.',
      inputSchema: z.strictObject({
        teamId: teamKey,
        limit: z.number().int().min(1).max(maxListed).optional().describe('default: 20'),
      }),
      outputSchema: listOutput,
      annotations: reads,
    },
    ({ teamId, limit = 20 }) =>
      answer(async () => {
        const items: unknown[] = [];
        for await (const operation of client.team(await teamIdOf(teamId)).operations()) {
          items.push(operation);
          if (items.length === limit) break;
        }
        return { items };
      }),
  );

  server.registerTool(
    'cancel_operation',
    {
      title: 'Cancel a creation or an operation',
      description:
        'Cancels an operation that has not begun: one that waits for another operation, for an approval or for the creation of the group. Without an operationId, it cancels the creation of the group, if it has not begun or awaits an approval. Ask the user before.',
      inputSchema: z.strictObject({ teamId: teamKey, operationId: z.string().optional() }),
      outputSchema: statusOutput,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    },
    ({ teamId: key, operationId }) =>
      answer(async () => {
        const teamId = await teamIdOf(key);
        return operationId === undefined
          ? client.cancelTeam(teamId)
          : client.team(teamId).cancelOperation(operationId);
      }),
  );
}

/** It omits the members that were not given. */
function operationOf(input: Omit<z.infer<typeof operationInput>, 'teamId'>): OperationPlanRequest {
  return JSON.parse(JSON.stringify(input)) as OperationPlanRequest;
}
