// organisation list, organisation show, template list: what a group can be made from.
import type { OrganisationSummary, Template } from '@groupwright/client';
import type { Command } from 'commander';
import type { Context } from '../context/context.ts';
import { named } from '../context/failure.ts';
import { formatFacts, formatTable } from '../output/table.ts';
import type { Run } from '../context/run.ts';

export function addOrganisationCommands(program: Command, run: Run): void {
  const organisation = program
    .command('organisation')
    .alias('organisations')
    .summary('show organisations')
    .description('Organisations that own groups.');
  organisation
    .command('list')
    .description('List the organisations.')
    .action(run(listOrganisations));
  organisation
    .command('show')
    .description('Show an organisation with its templates.')
    .argument('<organisation>', 'id or identifier')
    .action(run(showOrganisation));

  program
    .command('template')
    .alias('templates')
    .summary('show templates')
    .description('Templates for groups.')
    .command('list')
    .description('List the templates of an organisation with their naming patterns.')
    .argument('<organisation>', 'id or identifier')
    .action(run(listTemplates));
}

async function listOrganisations(context: Context): Promise<void> {
  const client = await context.client();
  const found: OrganisationSummary[] = [];
  for await (const one of client.listOrganisations({ signal: context.signal })) found.push(one);
  context.print(found, () =>
    formatTable(
      context.paint,
      ['IDENTIFIER', 'NAME', 'ID'],
      found.map(({ identifier, name, id }) => [identifier, name, id]),
    ),
  );
}

async function showOrganisation(context: Context, _options: unknown, key: string): Promise<void> {
  const client = await context.client();
  const search = client.getOrganisation(key, { signal: context.signal });
  const found = await named(`organisation ${key}`, search);
  context.print(found, () => {
    const facts = formatFacts(context.paint, [
      ['Name', found.name],
      ['Identifier', found.identifier],
      ['Id', found.id],
      ['Groups', String(found.groups.length)],
    ]);
    return `${facts}\n\n${templateTable(context, found.templates)}`;
  });
}

async function listTemplates(
  context: Context,
  _options: unknown,
  organisation: string,
): Promise<void> {
  const client = await context.client();
  const search = client.listTemplates(organisation, { signal: context.signal });
  const found = await named(`organisation ${organisation}`, search);
  context.print(found, () => templateTable(context, found));
}

function templateTable({ paint }: Context, templates: readonly Template[]): string {
  return formatTable(
    paint,
    ['TEMPLATE', 'NAME', 'ALIAS', 'DISPLAY NAME'],
    templates.map(({ identifier, name, mailNicknamePattern, displayNamePattern }) => [
      identifier,
      name,
      mailNicknamePattern === '' ? paint.faint('any') : mailNicknamePattern,
      displayNamePattern === '' ? paint.faint('any') : displayNamePattern,
    ]),
  );
}
