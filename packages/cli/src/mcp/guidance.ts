// Prompts for the usual jobs, and the organisations with their templates as resources, for hosts that offer them to users.
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { McpDeps } from './mcp-deps.ts';

const prompts = {
  create_group: {
    title: 'Create a group',
    argument: 'purpose',
    meaning: 'What the group is for, and who belongs to it',
    text: (purpose: string) =>
      `Create a group for this purpose: ${purpose}
Find the organisation and the template that fit. Ask me for what is missing, such as the responsible person and the deputy. Show me the plan before you create anything, and follow the creation to its end.`,
  },
  person_leaves: {
    title: 'A person leaves',
    argument: 'person',
    meaning: 'E-mail address or id of the person',
    text: (person: string) =>
      `${person} leaves. List the groups for which this person answers. Propose a successor for each, plan the handover, and show me the plan with the places that would become vacant. Run it only after I agree.`,
  },
  review_groups: {
    title: 'Groups that need attention',
    argument: 'organisation',
    meaning: 'Id or identifier of the organisation',
    text: (organisation: string) =>
      `List the groups of ${organisation} that need attention: those without an available responsible person, without an owner, with open tasks, or with a failed creation. Say for each what to do. Change nothing.`,
  },
} as const;

export function addGuidance(server: McpServer, { client }: McpDeps): void {
  for (const [name, { title, argument, meaning, text }] of Object.entries(prompts)) {
    const argsSchema = z.strictObject({ [argument]: z.string().describe(meaning) });
    server.registerPrompt(name, { title, description: title, argsSchema }, (given) => ({
      messages: [{ role: 'user', content: { type: 'text', text: text(String(given[argument])) } }],
    }));
  }

  const template = new ResourceTemplate('groupwright://organisations/{organisation}', {
    list: async () => {
      const resources: { uri: string; name: string; mimeType: string }[] = [];
      for await (const { identifier, name } of client.listOrganisations()) {
        const uri = `groupwright://organisations/${identifier}`;
        resources.push({ uri, name, mimeType: 'application/json' });
      }
      return { resources };
    },
  });
  server.registerResource(
    'organisation',
    template,
    { title: 'Organisation', description: 'An organisation with its templates.' },
    async (uri, { organisation }) => {
      const { groups, ...found } = await client.getOrganisation(String(organisation));
      const text = JSON.stringify({ ...found, groupCount: groups.length }, undefined, 2);
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] };
    },
  );
}
