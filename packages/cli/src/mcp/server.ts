// The tools of the MCP server. Reading and planning change nothing; every change takes the token of a plan.
import type { TeamRequest } from '@groupwright/client';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import {
  directoryGroupKinds,
  obstacles,
  findings,
  responsibilityStates,
  teamStates,
  teamStatuses,
} from '../choices/choices.ts';
import { version } from '../context/context.ts';
import { answer } from './answer.ts';
import { listOutput, planOutput, shownOutput, statusOutput } from './outputs.ts';
import { addGuidance } from './guidance.ts';
import { describeInputFaults } from './input-faults.ts';
import { creationQuestion } from './outline.ts';
import { readComparison } from '../output/comparison-text.ts';
import { addPlannedRun } from './planned-run.ts';
import { teamKey, type McpDeps } from './mcp-deps.ts';
import { addDesiredTools } from './desired-tools.ts';
import { addOperationTools } from './operation-tools.ts';
import { addPersonTools } from './person-tools.ts';
import { addTaskTools } from './task-tools.ts';

const person = z.string().describe('E-mail address or id of a person');

/** The service reads it. */
const moment = z.string().meta({ format: 'date-time' });

const teamInput = z.strictObject({
  displayName: z
    .string()
    .optional()
    .describe(
      "Name of the group; leave it out if the template's pattern yields it from properties",
    ),
  description: z.string().optional().describe('What the group is for'),
  mailNickName: z
    .string()
    .optional()
    .describe(
      "Alias of the group's e-mail address; must fit the template's pattern. Leave it out if the pattern yields it from properties",
    ),
  properties: z
    .record(z.string(), z.string())
    .optional()
    .describe('Values of the placeholders in the naming patterns, and of declared properties'),
  expiresAt: moment
    .optional()
    .describe('Time at which the group expires, where the template lets requests name it'),
  requestedBy: person.optional().describe('The person for whom you ask; the approvers see it'),
  reason: z.string().optional().describe('Why the group is needed, for the approvers'),
  responsible: person,
  deputy: person.optional(),
  organisation: z.string().describe('Id or identifier of the organisation'),
  template: z.string().describe('Id or identifier of the template'),
  owners: z.array(person).optional().describe('Owners besides responsible and deputy'),
  members: z.array(person).optional(),
});

const instructions = `Creates and changes groups (teams) in a productivity suite from policy templates.
Find an organisation and its templates first; names must fit the template's patterns.
Find people by search_people instead of guessing their addresses.
Always call plan_team and show its result to the user before create_team, which requires the planToken of that plan.
A creation takes some time: follow it with team_status until its status is succeeded, failed or cancelled.
A creation or an operation with the status awaiting_approval waits for people, for days: tell the user, and do not wait.
To change, hand over, archive, delete or restore a group, call plan_operation, show its result to the user, and then
run_operation with its planToken. Follow the operation with operation_status.
When a person leaves, call plan_person_handover, show its result to the user, and then run_person_handover.
list_tasks and show_task show decisions that people have to make about groups, list_reviews and show_review those about
owners and guests; only people decide them.`;

const maxWaitSeconds = 20;
const maxListed = 200;

export function createMcpServer(deps: McpDeps): McpServer {
  const {
    client,
    teamIdOf,
    plans: { creations: plans },
  } = deps;
  describeInputFaults();
  const server = new McpServer({ name: 'groupwright', version }, { instructions });
  const reads = { readOnlyHint: true, openWorldHint: false } as const;

  server.registerTool(
    'list_organisations',
    {
      title: 'List organisations',
      description: 'Lists the organisations.',
      inputSchema: z.strictObject({}),
      outputSchema: listOutput,
      annotations: reads,
    },
    () =>
      answer(async () => {
        const items: unknown[] = [];
        for await (const organisation of client.listOrganisations()) items.push(organisation);
        return { items };
      }),
  );

  server.registerTool(
    'show_organisation',
    {
      title: 'Show an organisation',
      description:
        'Shows an organisation with its templates, their naming patterns, and how many groups it has.',
      inputSchema: z.strictObject({ organisation: z.string().describe('Id or identifier') }),
      outputSchema: shownOutput,
      annotations: reads,
    },
    ({ organisation }) =>
      answer(async () => {
        const { groups, ...found } = await client.getOrganisation(organisation);
        return { ...found, groupCount: groups.length };
      }),
  );

  server.registerTool(
    'show_template',
    {
      title: 'Show a template',
      description:
        'Shows a template with its naming patterns, declared properties, counter and defaults.',
      inputSchema: z.strictObject({
        template: z.string().describe('Id or identifier'),
        organisation: z
          .string()
          .optional()
          .describe('Id or identifier; needed if several organisations have such a template'),
      }),
      outputSchema: shownOutput,
      annotations: reads,
    },
    ({ template, organisation }) =>
      answer(() => client.getTemplate(template, { ...(organisation && { organisation }) })),
  );

  server.registerTool(
    'plan_team',
    {
      title: 'Plan a group',
      description:
        'Shows what creating this group would do, and every fault of the request. Changes nothing. If the group can be created, the answer contains a planToken for create_team.',
      inputSchema: teamInput,
      outputSchema: planOutput,
      annotations: reads,
    },
    (input) =>
      answer(async () => {
        const request = requestOf(input);
        const plan = await client.planTeam(request);
        if (!plan.conforms) return { plan };
        return {
          planToken: plans.keep({ request, question: creationQuestion(request, plan) }),
          plan,
        };
      }),
  );

  server.registerTool(
    'plan_adoption',
    {
      title: 'Plan the adoption of a group',
      description:
        'Shows what adopting a group that exists in the directory would change, and every obstacle. Changes nothing. To adopt groups, the user runs groupwright team adopt.',
      inputSchema: z.strictObject({
        groupId: z.string().describe('Id of the group in the directory'),
        organisation: z.string().describe('Id or identifier of the organisation'),
        template: z.string().describe('Id or identifier of the template'),
        names: z.enum(['keep', 'conform']).optional().describe('Default: as the template says'),
        responsible: z
          .string()
          .nullish()
          .describe(
            'User id or e-mail address; absent: the first owner who can be responsible; null: nobody, and people are asked to take the group over',
          ),
        deputy: z.string().optional().describe('User id or e-mail address'),
      }),
      outputSchema: shownOutput,
      annotations: reads,
    },
    ({ organisation, template, names, responsible, deputy, ...request }) =>
      answer(() =>
        client.planAdoption({
          ...request,
          organisationIdOrIdentifier: organisation,
          templateIdOrIdentifier: template,
          ...(names !== undefined && { names }),
          ...(responsible !== undefined && { responsible }),
          ...(deputy !== undefined && { deputy }),
        }),
      ),
  );

  addPlannedRun(server, {
    name: 'create_team',
    title: 'Create a planned group',
    description:
      'Creates the group of a plan from plan_team that the user has seen. The same planToken never creates a second group.',
    planTool: 'plan_team',
    destructive: false,
    outputSchema: statusOutput,
    plans,
    run: async ({ idempotencyKey, request }) => {
      const creation = await client.createTeam(request, {
        idempotencyKey,
        waitSeconds: maxWaitSeconds,
      });
      return client.getTeamStatus(creation.teamId);
    },
  });

  server.registerTool(
    'team_status',
    {
      title: 'Follow a creation',
      description: 'Shows the progress of a creation, step by step, and the cause if it failed.',
      inputSchema: z.strictObject({ teamId: teamKey }),
      outputSchema: statusOutput,
      annotations: reads,
    },
    ({ teamId }) => answer(async () => client.getTeamStatus(await teamIdOf(teamId))),
  );

  server.registerTool(
    'list_directory_groups',
    {
      title: 'List groups that are not governed',
      description:
        'Lists Microsoft 365 groups that others made, by name, with their owners (null: unknown), the obstacles to an adoption, and a proposal for it.',
      inputSchema: z.strictObject({
        search: z.string().optional().describe('Words of a name, or an id'),
        kind: z.enum(directoryGroupKinds).optional(),
        obstacle: z.enum(obstacles).optional().describe('none: groups that could be adopted'),
        ownerless: z.boolean().optional().describe('Whether no owner can sign in'),
        guests: z.boolean().optional(),
        createdBefore: moment.optional(),
        limit: z.number().int().min(1).max(maxListed).optional().describe('default: 20'),
      }),
      outputSchema: listOutput,
      annotations: reads,
    },
    ({ limit = 20, ...filter }) =>
      answer(async () => {
        const items: unknown[] = [];
        const given = Object.fromEntries(
          Object.entries(filter).filter(([, value]) => value !== undefined),
        );
        for await (const group of client.listDirectoryGroups({ ...given, governed: false })) {
          items.push(group);
          if (items.length === limit) break;
        }
        return { items };
      }),
  );

  server.registerTool(
    'list_teams',
    {
      title: 'List groups',
      description: 'Lists groups, newest first.',
      inputSchema: z.strictObject({
        organisation: z.string().optional().describe('Id or identifier'),
        template: z.string().optional().describe('Id or identifier'),
        status: z.enum(teamStatuses).optional(),
        mailNickName: z.string().optional().describe('The whole alias'),
        source: z
          .string()
          .optional()
          .describe('Groups with an external id of this system, such as erp'),
        externalId: z.string().optional().describe('With source: the group that has this id'),
        properties: z
          .record(z.string(), z.string())
          .optional()
          .describe('Groups with these values of properties, such as {"projectCode": "4711"}'),
        state: z.enum(teamStates).optional(),
        responsibility: z
          .enum(responsibilityStates)
          .optional()
          .describe('Whether the people who answer for the group are available'),
        responsible: person.optional(),
        deputy: person.optional(),
        owner: person.optional(),
        member: person.optional(),
        expiresBefore: moment
          .optional()
          .describe('Groups that expire before that time, or have expired by then'),
        changedSince: moment
          .optional()
          .describe('Groups that changed at that time or later, by the audit log'),
        idleBefore: z
          .string()
          .optional()
          .describe('Groups that were not used on that day or since, such as 2027-03-28'),
        finding: z
          .enum(findings)
          .optional()
          .describe(
            'Groups that differ from their record, or with problems of their people. comparison tells how many groups were not compared',
          ),
        limit: z.number().int().min(1).max(maxListed).optional().describe('default: 20'),
      }),
      outputSchema: listOutput,
      annotations: reads,
    },
    ({ limit = 20, ...filter }) =>
      answer(async () => {
        const items: unknown[] = [];
        const given = Object.fromEntries(
          Object.entries(filter).filter(([, value]) => value !== undefined),
        );
        for await (const team of client.listTeams(given)) {
          items.push(team);
          if (items.length === limit) break;
        }
        const comparison =
          filter.finding === undefined ? undefined : await readComparison(client, given);
        return { items, ...(comparison !== undefined && { comparison }) };
      }),
  );
  addDesiredTools(server, deps);
  addOperationTools(server, deps);
  addPersonTools(server, deps);
  addTaskTools(server, deps);
  addGuidance(server, deps);
  return server;
}

function requestOf(input: z.infer<typeof teamInput>): TeamRequest {
  const { organisation, template, description, deputy, owners, members, responsible } = input;
  const { displayName, mailNickName, properties, expiresAt, requestedBy, reason } = input;
  return {
    ...(displayName !== undefined && { displayName }),
    ...(mailNickName !== undefined && { mailNickName }),
    ...(properties !== undefined && { properties }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(requestedBy !== undefined && { requestedBy }),
    ...(reason !== undefined && { reason }),
    responsible,
    description: description ?? null,
    deputy: deputy ?? null,
    organisationIdOrIdentifier: organisation,
    templateIdOrIdentifier: template,
    owners: owners ?? [],
    members: members ?? [],
  };
}
