// The tools for people: their groups, and the handover of all of them, which runs only from a plan that was shown and
// that still holds.
import type { FoundPeople, PersonHandover, PersonHandoverPlan } from '@groupwright/client';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answer } from './answer.ts';
import { handoverQuestion } from './outline.ts';
import { acceptedOutput, listOutput, planOutput } from './outputs.ts';
import { addPlannedRun, refused } from './planned-run.ts';
import type { McpDeps } from './mcp-deps.ts';

const person = z.string().describe('E-mail address or id of a person');

const maxListed = 200;
const maxWaitMs = 20_000;

export function addPersonTools(
  server: McpServer,
  { client, plans: { handovers: plans, started } }: McpDeps,
): void {
  const reads = { readOnlyHint: true, openWorldHint: false } as const;

  server.registerTool(
    'search_people',
    {
      title: 'Search people',
      description:
        'Finds people of the directory by the beginning of a name or e-mail address. Use it before you name a person; ask the user if several match.',
      inputSchema: z.strictObject({
        search: z.string().min(2).max(100).describe('Name, surname or e-mail address'),
        limit: z.number().int().min(1).max(20).optional().describe('default: 10'),
      }),
      outputSchema: listOutput,
      annotations: reads,
    },
    ({ search, limit = 10 }) =>
      answer(() => client.request<FoundPeople>('GET', '/people', { query: { search, limit } })),
  );

  server.registerTool(
    'list_groups_of_person',
    {
      title: "List a person's groups",
      description: 'Lists the groups of a person with the roles, newest first.',
      inputSchema: z.strictObject({
        person,
        limit: z.number().int().min(1).max(maxListed).optional().describe('default: 50'),
      }),
      outputSchema: listOutput,
      annotations: reads,
    },
    ({ person: idOrEmail, limit = 50 }) =>
      answer(async () => {
        const items: unknown[] = [];
        for await (const group of client.person(idOrEmail).groups()) {
          items.push(group);
          if (items.length === limit) break;
        }
        return { items };
      }),
  );

  server.registerTool(
    'plan_person_handover',
    {
      title: "Plan the handover of a person's groups",
      description:
        'For a person who leaves: shows every group for which the person is responsible or deputy, or has one of the roles, the successors, the places that would become vacant, the groups that would be refused, and the rosters that keep the person in a group. Changes nothing. If a group can be handed over, the answer contains a planToken for run_person_handover.',
      inputSchema: z.strictObject({
        person,
        to: person
          .optional()
          .describe(
            "Takes the person's place in every group; without it, deputies become responsible",
          ),
        deputy: person.optional().describe('Fills the places of deputies that become vacant'),
        former: z
          .enum(['owner', 'member', 'none'])
          .optional()
          .describe('Role that the person keeps; default: member'),
        roles: z
          .array(z.enum(['responsible', 'deputy', 'owner', 'member']))
          .optional()
          .describe('Highest roles that the person gives up; default: responsible and deputy'),
        reason: z.string().optional().describe('Why, for the audit log'),
      }),
      outputSchema: planOutput,
      annotations: reads,
    },
    ({ person: idOrEmail, ...input }) =>
      answer(async () => {
        const handover = JSON.parse(JSON.stringify(input)) as PersonHandover;
        const plan = await client.person(idOrEmail).planHandover(handover);
        if (!plan.items.some(({ changed }) => changed)) return { plan };
        const request = { person: idOrEmail, handover, shown: outlineOf(plan) };
        const question = handoverQuestion(handover, plan);
        return { planToken: plans.keep({ request, question }), plan };
      }),
  );

  addPlannedRun(server, {
    name: 'run_person_handover',
    title: "Hand over a person's groups as planned",
    description:
      'Runs the handover of a plan from plan_person_handover that the user has seen: one operation for each group. It is refused if the plan would be another one now. The same planToken never runs a second handover.',
    planTool: 'plan_person_handover',
    destructive: true,
    outputSchema: acceptedOutput,
    plans,
    run: async ({ idempotencyKey, request }, planToken) => {
      const handle = client.person(request.person);
      if (!started.has(planToken)) {
        const present = outlineOf(await handle.planHandover(request.handover));
        if (present !== request.shown) {
          throw refused(
            'plan_outdated',
            'The groups have changed since the plan. Call plan_person_handover again and show its result.',
          );
        }
        started.add(planToken);
      }
      const { waitForAll, ...accepted } = await handle.handOver(request.handover, {
        idempotencyKey,
      });
      const operations = await waitForAll({ signal: AbortSignal.timeout(maxWaitMs) }).catch(
        (error: unknown) => {
          if (error instanceof Error && error.name === 'TimeoutError') return [];
          throw error;
        },
      );
      const ends = new Map(operations.map((operation) => [operation.operationId, operation]));
      const items = accepted.items.map((item) => {
        const end = ends.get(item.operationId ?? '');
        return end === undefined ? item : { ...item, status: end.status, error: end.error };
      });
      return { ...accepted, items };
    },
  });
}

/** The parts on which a user decides: the groups with their successors, those that would be refused, and who keeps the person. */
function outlineOf({ items }: PersonHandoverPlan): string {
  return JSON.stringify(
    items.map(({ teamId, role, responsible, deputy, conforms, changed, rosters }) => [
      teamId,
      role,
      responsible,
      deputy,
      conforms,
      changed,
      rosters.map(({ source }) => source),
    ]),
  );
}
