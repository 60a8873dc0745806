// person groups, person roles, person handover: the groups of a person now and before, and their handover when the person
// leaves.
import type {
  AcceptedHandover,
  Operation,
  PersonHandover,
  PersonHandoverPlan,
} from '@groupwright/client';
import { Option, type Command } from 'commander';
import { confirm } from '../context/confirm.ts';
import type { Context } from '../context/context.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError, named } from '../context/failure.ts';
import { firstOf, readLimit } from '../context/options.ts';
import type { Run } from '../context/run.ts';
import { counted } from '../output/counted.ts';
import { handoverPlanText, handoverText } from '../output/handover-text.ts';
import { createPaint } from '../output/paint.ts';
import { createProgress } from '../output/progress.ts';
import { formatTable } from '../output/table.ts';

const roles = ['responsible', 'deputy', 'owner', 'member'] as const;

interface HandoverOptions {
  readonly role?: readonly (typeof roles)[number][];
  readonly to?: string;
  readonly deputy?: string;
  readonly former?: NonNullable<PersonHandover['former']>;
  readonly reason?: string;
  readonly idempotencyKey?: string;
  readonly plan?: boolean;
  readonly yes?: boolean;
  readonly wait: boolean;
}

export function addPersonCommands(program: Command, run: Run): void {
  const person = program
    .command('person')
    .alias('people')
    .summary("list a person's groups and hand them over")
    .description('The groups of a person, and their handover when the person leaves.');
  person
    .command('groups')
    .description('List the groups of a person with the roles, newest first.')
    .argument('<person>', 'e-mail address or user id')
    .option('--limit <count>', 'maximum number; 0 lists all', '50')
    .action(run(listGroups));
  person
    .command('roles')
    .description(
      'List the groups for which a person answers or answered, with the times. Deleted groups are included.',
    )
    .argument('<person>', 'e-mail address or user id')
    .option('--limit <count>', 'maximum number; 0 lists all', '50')
    .action(run(listRoles));
  person
    .command('handover')
    .summary('hand over every group of a person who leaves')
    .description(
      'Hands over every group for which the person is responsible or deputy, or has one of the named roles. It shows the successors and the vacant places, and asks before it changes anything. Without --to, the deputies become responsible.',
    )
    .argument('<person>', 'e-mail address or user id')
    .option('--to <person>', "takes the person's place in every group")
    .option('--deputy <person>', 'fills the places of deputies that become vacant')
    .addOption(
      new Option('--former <role>', 'role that the person keeps; default: member').choices([
        'owner',
        'member',
        'none',
      ]),
    )
    .addOption(
      new Option(
        '--role <role...>',
        'highest roles that the person gives up; default: responsible deputy',
      ).choices([...roles]),
    )
    .option('--reason <text>', 'why, for the operations and the audit log')
    .option('--plan', 'only show what would change')
    .option('-y, --yes', 'do not ask before the handover')
    .option('--idempotency-key <key>', 'calls with the same key are one handover')
    .option('--no-wait', 'return as soon as the operations are accepted')
    .action(run(handOver));
}

const nobody = (key: string): string =>
  `person ${key} in the directory. A person who was removed there is found by user id`;

async function listGroups(
  context: Context,
  options: { readonly limit: string },
  key: string,
): Promise<void> {
  const limit = readLimit(options.limit);
  const client = await context.client();
  const groups = client.person(key).groups({ signal: context.signal });
  const found = await named(nobody(key), firstOf(limit, groups));
  context.print(found, () =>
    formatTable(
      context.paint,
      ['ALIAS', 'NAME', 'STATE', 'ROLES', 'TEAM ID'],
      found.map(({ mailNickName, displayName, state, roles, teamId }) => [
        mailNickName,
        displayName,
        state,
        roles.join(', '),
        teamId,
      ]),
    ),
  );
}

async function listRoles(
  context: Context,
  options: { readonly limit: string },
  key: string,
): Promise<void> {
  const limit = readLimit(options.limit);
  const client = await context.client();
  const held = client.person(key).heldRoles({ signal: context.signal });
  const shown = await named(nobody(key), firstOf(limit, held));
  context.print(shown, () =>
    formatTable(
      context.paint,
      ['ALIAS', 'NAME', 'ROLE', 'FROM', 'UNTIL', 'TEAM ID'],
      shown.map(({ mailNickName, displayName, role, from, until, teamId }) => [
        mailNickName,
        displayName,
        role,
        from.slice(0, 10),
        until?.slice(0, 10) ?? 'today',
        teamId,
      ]),
    ),
  );
}

async function handOver(context: Context, options: HandoverOptions, key: string): Promise<void> {
  const { signal, paint, json } = context;
  const { to, deputy, former, role, reason, idempotencyKey } = options;
  const handover: PersonHandover = {
    ...(to !== undefined && { to }),
    ...(deputy !== undefined && { deputy }),
    ...(former !== undefined && { former }),
    ...(role !== undefined && { roles: role }),
    ...(reason !== undefined && { reason }),
  };
  const person = (await context.client()).person(key);
  const plan = await named(nobody(key), person.planHandover(handover, { signal }));
  if (options.plan === true) {
    context.print(plan, () => handoverPlanText(paint, plan));
    if (plan.items.some(({ conforms }) => !conforms)) context.endWith(exitCodes.refused);
    return;
  }
  if (!json) context.print(undefined, () => handoverPlanText(paint, plan));
  const possible = plan.items.filter(({ changed }) => changed).length;
  if (possible > 0 && options.yes !== true) await confirmHandover(context, plan, possible);
  const accepted = await person.handOver(handover, {
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    signal,
  });
  const operations = options.wait ? await waitForAll(context, key, accepted) : [];
  const ends = new Map(operations.map((operation) => [operation.operationId, operation]));
  const items = accepted.items.map((group) => {
    const end = ends.get(group.operationId ?? '');
    if (end === undefined) return group;
    return { ...group, status: end.status, ...(end.error !== null && { error: end.error }) };
  });
  if (json) context.print({ ...accepted, items }, () => '');
  else if (items.length > 0) context.print(undefined, () => handoverText(paint, items));
  if (operations.some(({ status }) => status !== 'succeeded')) {
    context.endWith(exitCodes.creationFailed);
  } else if (accepted.refused > 0) context.endWith(exitCodes.refused);
}

async function confirmHandover(
  context: Context,
  { person }: PersonHandoverPlan,
  possible: number,
): Promise<void> {
  await confirm(context, {
    question: `Hand over ${counted(possible, 'group')} of ${person.displayName ?? person.id}?`,
    withoutTerminal: 'Use --yes to hand over the groups, or --plan to check them only.',
    declined: 'Nothing was handed over.',
  });
}

async function waitForAll(
  { signal, stderr, json }: Context,
  key: string,
  accepted: AcceptedHandover,
): Promise<readonly Operation[]> {
  const progress = createProgress(stderr, createPaint(stderr), 'Handing over', accepted.accepted);
  const final = new Set<string>();
  try {
    return await accepted.waitForAll({
      signal,
      onProgress({ operationId, completedAt }) {
        if (completedAt === null) return;
        final.add(operationId);
        if (!json) progress.update(final.size);
      },
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    const detail = `Interrupted. The operations continue: groupwright person groups ${key}`;
    throw new CommandError(exitCodes.interrupted, 'interrupted', detail, { cause: error });
  } finally {
    progress.end();
  }
}
