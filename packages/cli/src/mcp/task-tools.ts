// The tools for tasks and reviews. They only read: a decision is for people.
import { governanceOf } from '@groupwright/client';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { reviewStates, taskKinds, taskStates } from '../choices/choices.ts';
import { answer } from './answer.ts';
import { listOutput, shownOutput } from './outputs.ts';
import { teamKey, type McpDeps } from './mcp-deps.ts';

const maxListed = 200;

export function addTaskTools(server: McpServer, { client, teamIdOf }: McpDeps): void {
  const governance = governanceOf(client);
  const reads = { readOnlyHint: true, openWorldHint: false } as const;

  server.registerTool(
    'list_tasks',
    {
      title: 'List tasks',
      description:
        'Lists the tasks of people, newest first: decisions that someone has to make about a group. Open ones, unless a state is given.',
      inputSchema: z.strictObject({
        kind: z.enum(taskKinds).optional(),
        state: z
          .enum([...taskStates, 'all'])
          .optional()
          .describe('default: open'),
        teamId: teamKey.optional(),
        assignee: z.string().optional().describe('E-mail address or id of a person who may decide'),
        limit: z.number().int().min(1).max(maxListed).optional().describe('default: 50'),
      }),
      outputSchema: listOutput,
      annotations: reads,
    },
    ({ limit = 50, state = 'open', kind, teamId, assignee }) =>
      answer(async () => {
        const items: unknown[] = [];
        const tasks = governance.listTasks({
          ...(state !== 'all' && { state }),
          ...(kind && { kind }),
          ...(teamId && { teamId: await teamIdOf(teamId) }),
          ...(assignee && { assignee }),
        });
        for await (const task of tasks) {
          items.push(task);
          if (items.length === limit) break;
        }
        return { items };
      }),
  );

  server.registerTool(
    'list_reviews',
    {
      title: 'List reviews',
      description:
        'Lists the reviews of the owners and guests of groups, newest first, with the number of people by decision.',
      inputSchema: z.strictObject({
        state: z.enum(reviewStates).optional(),
        teamId: teamKey.optional(),
        limit: z.number().int().min(1).max(maxListed).optional().describe('default: 50'),
      }),
      outputSchema: listOutput,
      annotations: reads,
    },
    ({ limit = 50, state, teamId }) =>
      answer(async () => {
        const items: unknown[] = [];
        const filter = {
          ...(state && { state }),
          ...(teamId && { teamId: await teamIdOf(teamId) }),
        };
        for await (const review of governance.listReviews(filter)) {
          items.push(review);
          if (items.length === limit) break;
        }
        return { items };
      }),
  );

  server.registerTool(
    'show_review',
    {
      title: 'Show a review',
      description: 'Shows a review with its people and the decisions about them.',
      inputSchema: z.strictObject({ reviewId: z.string() }),
      outputSchema: shownOutput,
      annotations: reads,
    },
    ({ reviewId }) => answer(() => governance.getReview(reviewId)),
  );

  server.registerTool(
    'show_task',
    {
      title: 'Show a task',
      description:
        'Shows a task: its group, the people who may decide, the possible decisions, the request that it approves, and the decision once there is one.',
      inputSchema: z.strictObject({ taskId: z.string() }),
      outputSchema: shownOutput,
      annotations: reads,
    },
    ({ taskId }) => answer(() => governance.getTask(taskId)),
  );
}
