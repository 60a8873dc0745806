// team change, handover, archive, unarchive, delete, restore, repair, accept-drift: the life of a group after its creation.
// All but a change take several groups, which are a batch.
import type { GroupChange, OperationPlanRequest } from '@groupwright/client';
import { Option, type Command } from 'commander';
import { acceptableProperties, differingProperties } from '../choices/choices.ts';
import { confirm } from '../context/confirm.ts';
import type { Context } from '../context/context.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError, named } from '../context/failure.ts';
import { findTeamId } from '../context/find-team.ts';
import { collect } from '../context/options.ts';
import type { Run } from '../context/run.ts';
import { followCommand, followOperation } from '../operations/follow-operation.ts';
import { startOperation } from '../operations/start-operation.ts';
import { operationPlanText } from '../output/plan-text.ts';
import { operateOnMany } from './many-groups.ts';

interface OperationOptions {
  readonly plan?: boolean;
  readonly wait: boolean;
  readonly reason?: string;
  readonly ifMatch?: string;
  readonly idempotencyKey?: string;
  /** A deletion has it. */
  readonly yes?: boolean;
}

type Property = Extract<
  NonNullable<OperationPlanRequest['properties']>,
  readonly unknown[]
>[number];

interface RepairOptions extends OperationOptions {
  readonly property: readonly Property[];
}

interface HandoverOptions {
  readonly responsible?: string;
  /** False with --no-deputy. */
  readonly deputy?: string | false;
  readonly former?: GroupChange['former'];
}

interface ChangeOptions extends HandoverOptions {
  readonly name?: string;
  readonly description?: string;
  readonly visibility?: GroupChange['visibility'];
  readonly addOwner: readonly string[];
  readonly removeOwner: readonly string[];
  readonly addMember: readonly string[];
  readonly removeMember: readonly string[];
  readonly property: Readonly<Record<string, string | null>>;
}

const actions = [
  ['archive', 'make the content of a team read-only', 'Archives a team: its content is read-only.'],
  ['unarchive', 'make an archived team writable', 'Makes an archived team writable again.'],
  ['restore', 'restore a deleted group', 'Restores a group that was deleted in the last 30 days.'],
] as const;

export function addOperationCommands(team: Command, run: Run): void {
  const change = operationCommand(team, 'change', '<team>')
    .summary('change names, visibility or people')
    .description(
      'Changes a group. Options that you leave out change nothing. The alias never changes.',
    )
    .option('--name <name>', 'new displayName')
    .option('--description <text>', 'new description; an empty text clears it')
    .addOption(new Option('--visibility <who>', 'who may join').choices(['private', 'public']));
  withHandoverOptions(change)
    .option('--add-owner <person>', 'becomes an owner; repeatable', collect, [])
    .option('--remove-owner <person>', 'stays a member only; repeatable', collect, [])
    .option('--add-member <person>', 'becomes a member; repeatable', collect, [])
    .option('--remove-member <person>', 'leaves the group; repeatable', collect, [])
    .option(
      '--property <name=value>',
      'sets a property, or clears it with name=; repeatable',
      collectProperty,
      {},
    )
    .action(run(changeTeam));
  withHandoverOptions(operationCommand(team, 'handover'))
    .summary('name a new responsible or deputy')
    .description(
      'Hands a group over. The new responsible and deputy are owners before the former ones stop being owners.',
    )
    .action(run(handOver));
  for (const [kind, summary, description] of actions) {
    operationCommand(team, kind)
      .summary(summary)
      .description(description)
      .action(
        run((context: Context, options: OperationOptions, keys: readonly string[]) =>
          operate(context, options, keys, { kind }),
        ),
      );
  }
  operationCommand(team, 'repair')
    .summary('put differences from the record right')
    .description(
      'Writes what the record says where the directory differs: all that differed at the last comparison, or what you name. Nobody is removed.',
    )
    .addOption(propertyOption())
    .action(
      run((context: Context, { property, ...options }: RepairOptions, keys: readonly string[]) =>
        operate(context, options, keys, {
          kind: 'repair',
          ...(property.length > 0 && { properties: property }),
        }),
      ),
    );
  operationCommand(team, 'accept-drift')
    .summary('keep what was changed in the directory')
    .description(
      'Writes into the record what the last comparison saw in the directory, if the template permits it.',
    )
    .addOption(propertyOption(acceptableProperties))
    .action(
      run((context: Context, { property, ...options }: RepairOptions, keys: readonly string[]) => {
        requireSomething(property, 'Name what to accept, for example --property displayName.');
        return operate(context, options, keys, { kind: 'accept_drift', properties: property });
      }),
    );
  operationCommand(team, 'delete')
    .summary('delete a group')
    .description('Deletes a group. You can restore it for 30 days; its alias is free at once.')
    .option('-y, --yes', 'do not ask before deleting')
    .action(run(deleteTeam));
}

function propertyOption(names: readonly string[] = differingProperties): Option {
  const option = new Option('--property <name>', 'only this one; repeatable').choices(names);
  const { parseArg: choose } = option;
  return option.default([]).argParser((name: string, named: readonly string[]) => {
    choose?.(name, []);
    return collect(name, named);
  });
}

function operationCommand(team: Command, name: string, groups = '<team...>'): Command {
  return team
    .command(name)
    .argument(groups, groups === '<team>' ? 'team id or alias' : 'team ids or aliases')
    .option('--plan', 'only show what would change')
    .option('--reason <text>', 'why, for the operation and the audit log')
    .option('--if-match <etag>', 'etag of "team show --json": refuse if the group has changed')
    .option('--idempotency-key <key>', 'calls with the same key are one operation')
    .option('--no-wait', 'return as soon as the operation is accepted');
}

function withHandoverOptions(command: Command): Command {
  return command
    .option('--responsible <person>', 'e-mail address or id of the new responsible person')
    .option('--deputy <person>', 'e-mail address or id of the new deputy')
    .option('--no-deputy', 'leave the group without a deputy')
    .addOption(
      new Option('--former <role>', 'role of the former responsible or deputy; default: member') //
        .choices(['owner', 'member', 'none']),
    );
}

async function changeTeam(
  context: Context,
  options: OperationOptions & ChangeOptions,
  key: string,
): Promise<void> {
  const { name, description, visibility, property } = options;
  const owners = { add: options.addOwner, remove: options.removeOwner };
  const members = { add: options.addMember, remove: options.removeMember };
  const isNamed = ({ add, remove }: typeof owners) => add.length + remove.length > 0;
  const change: GroupChange = {
    ...(name !== undefined && { displayName: name }),
    ...(description !== undefined && { description: description === '' ? null : description }),
    ...(visibility !== undefined && { visibility }),
    ...handoverOf(options),
    ...(isNamed(owners) && { owners }),
    ...(isNamed(members) && { members }),
    ...(Object.keys(property).length > 0 && { properties: property }),
  };
  requireSomething(change, 'Name what to change, for example --name or --add-member.');
  await operate(context, options, [key], { kind: 'change', ...change });
}

async function handOver(
  context: Context,
  options: OperationOptions & HandoverOptions,
  keys: readonly string[],
): Promise<void> {
  const change = handoverOf(options);
  requireSomething(change, 'Name the new person with --responsible or --deputy.');
  await operate(context, options, keys, { kind: 'handover', ...change });
}

function handoverOf({ responsible, deputy, former }: HandoverOptions): GroupChange {
  return {
    ...(responsible !== undefined && { responsible }),
    ...(deputy !== undefined && { deputy: deputy === false ? null : deputy }),
    ...(former !== undefined && { former }),
  };
}

function collectProperty(text: string, before: ChangeOptions['property']) {
  const [name = '', ...value] = text.split('=');
  if (name === '' || value.length === 0) {
    const detail = `--property must be name=value, and is ${JSON.stringify(text)}.`;
    throw new CommandError(exitCodes.usage, 'usage', detail);
  }
  return { ...before, [name]: value.join('=') || null };
}

function requireSomething(change: object, detail: string): void {
  const isEmpty = Object.keys(change).every((member) => member === 'former');
  if (isEmpty) throw new CommandError(exitCodes.usage, 'usage', detail);
}

async function deleteTeam(context: Context, options: OperationOptions, keys: readonly string[]) {
  if (options.plan !== true && options.yes !== true) {
    const what = keys.length === 1 ? `the group ${keys[0]}` : `${keys.length} groups`;
    await confirm(context, {
      question: `Delete ${what}?`,
      withoutTerminal: 'Use --yes to delete, or --plan to check only.',
      declined: 'Nothing was deleted.',
    });
  }
  await operate(context, options, keys, { kind: 'delete' });
}

const unchanged = 'Nothing changes: the group is like this already.';

async function operate(
  context: Context,
  options: OperationOptions,
  keys: readonly string[],
  asked: OperationPlanRequest,
): Promise<void> {
  const [key = '', ...others] = keys;
  if (others.length > 0) {
    await operateOnMany(context, options, keys, asked);
    return;
  }
  const { reason, ifMatch, idempotencyKey } = options;
  const { signal } = context;
  const operation = { ...asked, ...(reason !== undefined && { reason }) };
  const guard = ifMatch === undefined ? {} : { ifMatch };
  const client = await context.client();
  const team = client.team(await findTeamId(context, client, key));
  if (options.plan === true) {
    const plan = await named(`group ${key}`, team.plan(operation, { ...guard, signal }));
    context.print(plan, () => operationPlanText(context.paint, plan));
    if (!plan.conforms) context.endWith(exitCodes.refused);
    return;
  }
  const started = startOperation(team, operation, {
    ...guard,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    signal,
  });
  const { status, teamId, changed, operationId, statusUrl } = await named(`group ${key}`, started);
  if (operationId === null) {
    context.print({ status, teamId, changed, operationId, statusUrl }, () => unchanged);
    return;
  }
  if (options.wait) {
    await followOperation(context, team, operationId);
    return;
  }
  context.print({ status, teamId, changed, operationId, statusUrl }, () =>
    [`${status}: ${operationId}`, followCommand(teamId, operationId)].join('\n'),
  );
}
