// The tools for groups and people that other systems name by their own keys: reading, and plans of what a system would set.
// The systems themselves send it.
import type { AppliedGroup } from '@groupwright/client';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answer } from './answer.ts';
import { teamKey, type McpDeps } from './mcp-deps.ts';
import { listOutput, shownOutput } from './outputs.ts';

const person = z.string().describe('E-mail address or id of a person');

/** The service checks the members, and names each fault. */
const desiredGroup = z.looseObject({
  externalId: z.string().describe('Id of the group in the system of the source'),
  displayName: z.string().optional(),
  mailNickName: z.string().optional(),
  description: z.string().nullable().optional(),
  responsible: person.optional(),
  deputy: person.nullable().optional(),
  owners: z.array(person).optional().describe('The whole list'),
  members: z.array(person).optional().describe('The whole list'),
  properties: z.record(z.string(), z.union([z.string(), z.null()])).optional(),
  state: z.enum(['active', 'archived']).optional(),
  organisationIdOrIdentifier: z.string().optional().describe('For a new group'),
  templateIdOrIdentifier: z.string().optional().describe('For a new group'),
});

export function addDesiredTools(server: McpServer, { client, teamIdOf }: McpDeps): void {
  const reads = { readOnlyHint: true, openWorldHint: false } as const;

  server.registerTool(
    'plan_desired_teams',
    {
      title: 'Plan desired states of groups',
      description:
        'Shows what a system such as an ERP would create and change if it sent these desired states by its own ids, with before, after and every fault of each. Absent members stay as they are. missing: the groups of the source that are not among them. Changes nothing; the source itself sends its states.',
      inputSchema: z.strictObject({
        source: z.string().describe('The system whose ids these are, such as erp'),
        groups: z.array(desiredGroup).min(1).max(100),
        missing: z.enum(['report', 'archive']).optional().describe('Default: report'),
      }),
      outputSchema: listOutput,
      annotations: reads,
    },
    ({ source, groups, missing }) =>
      answer(() =>
        client.planApplyTeams(source, groups as readonly AppliedGroup[], {
          ...(missing && { missing }),
        }),
      ),
  );

  server.registerTool(
    'show_roster',
    {
      title: 'Show a roster of a group',
      description:
        'Shows the people whom a source such as HR names in a group, each with the result and the end of the place. show_team lists the rosters of a group.',
      inputSchema: z.strictObject({
        teamId: teamKey,
        source: z.string(),
        result: z
          .enum(['added', 'invited', 'kept', 'removed', 'waiting', 'refused'])
          .optional()
          .describe('Only the people with this result'),
      }),
      outputSchema: listOutput,
      annotations: reads,
    },
    ({ teamId, source, result }) =>
      answer(async () =>
        client.team(await teamIdOf(teamId)).rosters.get(source, { ...(result && { result }) }),
      ),
  );

  server.registerTool(
    'plan_roster',
    {
      title: 'Plan a roster of a group',
      description:
        'Shows who would come and who would leave if a source named these people and no others, and every fault. Changes nothing; the source itself sends its roster.',
      inputSchema: z.strictObject({
        teamId: teamKey,
        source: z.string(),
        members: z.array(
          z.strictObject({
            person,
            role: z.enum(['member', 'owner']).optional(),
            until: z.string().optional().describe('Moment such as 2027-12-31T00:00:00Z'),
            guest: z.string().optional().describe('Name of a person who would be invited'),
          }),
        ),
      }),
      outputSchema: shownOutput,
      annotations: reads,
    },
    ({ teamId, source, members }) =>
      answer(async () =>
        client.team(await teamIdOf(teamId)).rosters.plan(source, {
          members: members.map(({ person: named, role, until, guest }) => ({
            person: named,
            ...(role !== undefined && { role }),
            ...(until !== undefined && { until }),
            ...(guest !== undefined && { guest: { displayName: guest, invite: true as const } }),
          })),
        }),
      ),
  );
}
