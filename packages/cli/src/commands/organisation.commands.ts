// organisation list, organisation show, template list: what a group can be made from.
import type { OrganisationSummary, Template } from '@groupwright/client';
import type { Command } from 'commander';
import { counted } from '../output/counted.ts';
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

  const template = program
    .command('template')
    .alias('templates')
    .summary('show templates')
    .description('Templates for groups.');
  template
    .command('list')
    .description('List the templates of an organisation with their naming patterns.')
    .argument('<organisation>', 'id or identifier')
    .action(run(listTemplates));
  template
    .command('show')
    .description('Show a template with its declared properties, its counter and its defaults.')
    .argument('<template>', 'id or identifier')
    .option('--organisation <id>', 'organisation of the template, by id or identifier')
    .action(run(showTemplate));
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

async function showTemplate(
  context: Context,
  { organisation }: { readonly organisation?: string },
  key: string,
): Promise<void> {
  const { paint, signal } = context;
  const client = await context.client();
  const search = client.getTemplate(key, {
    ...(organisation !== undefined && { organisation }),
    signal,
  });
  const found = await named(`template ${key}`, search);
  const { counter, defaults, properties } = found;
  const declared = Object.entries(properties).map(([name, { description, ...rules }]) => [
    name,
    rules.type ?? 'text',
    Object.entries({ ...rules, type: undefined })
      .flatMap(([rule, value]) => (value === undefined ? [] : [`${rule}: ${String(value)}`]))
      .join(', '),
    description ?? '',
  ]);
  context.print(found, () => {
    const facts = formatFacts(paint, [
      ['Name', found.name],
      ['Identifier', found.identifier],
      ['Id', found.id],
      ['Organisation', `${found.organisation.name} (${found.organisation.identifier})`],
      ['Alias', found.mailNicknamePattern || 'any'],
      ['Display name', found.displayNamePattern || 'any'],
      [
        'Counter',
        counter && `${counted(counter.width, 'digit')}, from ${counter.start}, per ${counter.per}`,
      ],
      ['Kind', defaults.kind],
      ['Visibility', defaults.visibility],
      ['Owners', `at least ${defaults.minimumOwners}`],
      ['Guests', defaults.guestsAllowed ? 'allowed' : 'not allowed'],
      ['Classification', defaults.classification],
      ['Language', defaults.preferredLanguage],
      ['Default owners', defaults.defaultOwners.join(', ')],
      ['Default members', defaults.defaultMembers.join(', ')],
    ]);
    if (declared.length === 0) return facts;
    return `${facts}\n\n${formatTable(paint, ['PROPERTY', 'TYPE', 'RULES', 'DESCRIPTION'], declared)}`;
  });
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
