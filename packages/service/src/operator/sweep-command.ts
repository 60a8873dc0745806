import type { Command } from 'commander';
import { systemClock } from '../clock.ts';
import { DomainError } from '../errors.ts';
import type { Organisation } from '../organisations/organisation.ts';
import { createSweep, type SweepWorld } from '../provisioning/sweep.ts';
import { createSweepStore } from '../provisioning/sweep.postgres.ts';
import { openDirectory } from './open-directory.ts';
import { chooseTenant, type OperatorWorld } from './operator-world.ts';
import { formatTable } from './print-table.ts';
import type { WithWorld } from './tenant-commands.ts';

interface Options {
  readonly tenant?: string;
  readonly plan?: true;
  readonly template?: string;
}

export function addSweepCommand(program: Command, withWorld: WithWorld): void {
  program
    .command('sweep')
    .description(
      'find groups in the directory that the records do not account for, and settle them',
    )
    .option('--tenant <id>', 'the tenant; may be left out when there is only one')
    .option('--plan', 'show what would be done, and change nothing')
    .option(
      '--template <organisation/template>',
      'identifiers of the template to which groups are given whose names do not tell it',
    )
    .addHelpText(
      'after',
      '\nRun it after a restore from a backup: groups made since then have no record any more. They\n' +
        'are adopted and completed by the running service, never made twice and never removed. Removed\n' +
        'is only what a failed creation of this service made and left.',
    )
    .action((options: Options) => withWorld((world) => sweep(world, options)));
}

async function sweep(world: OperatorWorld, options: Options): Promise<void> {
  const tenant = await chooseTenant(world, options.tenant);
  const { tenantId } = tenant;
  const directory = openDirectory(world, tenant);
  const call = { signal: new AbortController().signal, teamId: 'sweep' };
  try {
    const organisations = await organisationsOf(world, tenantId);
    const { find, settle } = createSweep({
      tenantId,
      directory,
      store: createSweepStore(world.database, world.actor),
      organisations,
      fallback: fallbackOf(organisations, options.template),
      clock: systemClock,
    });
    const findings = await find(call);
    if (findings.length === 0) {
      console.log('The records account for every group.');
      return;
    }
    const rows: string[][] = [];
    for (const finding of findings) {
      const { group } = finding;
      let outcome: string;
      if (options.plan === undefined) outcome = await settle(finding, call);
      else if (finding.kind === 'unclear') outcome = finding.reason;
      else if (finding.kind === 'remove') outcome = 'Its creation failed.';
      else outcome = `${finding.organisation.identifier}/${finding.template.identifier}`;
      rows.push([finding.kind, group.marker, group.mailNickname, outcome]);
    }
    console.log(formatTable(['FINDING', 'GROUP', 'ALIAS', 'OUTCOME'], rows, process.stdout));
  } finally {
    await directory.close();
  }
}

async function organisationsOf(world: OperatorWorld, tenantId: string): Promise<Organisation[]> {
  return world.change(async ({ stores }) => {
    const templates = await stores.templates.list(tenantId);
    const organisations = await stores.organisations.list(tenantId);
    return organisations.map(({ organisationId, name, identifier, version }) => ({
      tenantId,
      organisationId,
      name,
      identifier,
      version,
      templates: templates.filter((template) => template.organisationId === organisationId),
    }));
  });
}

function fallbackOf(
  organisations: readonly Organisation[],
  named: string | undefined,
): SweepWorld['fallback'] {
  if (named === undefined) return undefined;
  const [first, second] = named.toLowerCase().split('/');
  const organisation = organisations.find(({ identifier }) => identifier === first);
  const template = organisation?.templates.find(({ identifier }) => identifier === second);
  if (organisation === undefined || template === undefined) {
    throw new DomainError('validation_failed', `There is no template ${named}.`);
  }
  return { organisation, template };
}
