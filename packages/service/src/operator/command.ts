// A command as data: its words, its arguments and options, its use case, and the columns of what it prints.
import { type Command, Option } from 'commander';
import type { TenantRecord } from '../settings/tenants/change-tenants.ts';
import { chooseTenant, type OperatorDeps } from './operator-deps.ts';
import { formatTable, print, type Terminal, type Text } from './terminal.ts';

/** The process of a command line, and its database. */
export interface CommandLine {
  readonly terminal: Terminal;
  /** Opens the database for the work and closes it after. */
  withDeps<T>(
    this: void,
    work: (deps: OperatorDeps) => Promise<T>,
    options?: { readonly cleansUp?: boolean | undefined },
  ): Promise<T>;
  /** The exit code of a command that was carried out; 0 when it is not called. */
  endWith(this: void, exitCode: number): void;
}

export type AddCommand = (parent: Command, line: CommandLine) => void;

/** Printed as text, or as JSON if the command line has --json. Without a text, nothing is left to print. */
export interface Output {
  readonly text?: Text;
  readonly json?: unknown;
  /** 0 when left out. */
  readonly exitCode?: number;
}

interface Spec<Options, Input> {
  readonly name: string;
  readonly alias?: string;
  readonly summary: string;
  readonly argument?: readonly [name: string, meaning?: string];
  readonly options?: readonly Option[];
  readonly json?: true;
  /** After Ctrl-C, the command ends by itself, once nothing of it is left. */
  readonly cleansUp?: true;
  /** Printed after the options. */
  readonly help?: string;
  /** Checks the command line before the database is opened. */
  readonly read?: (options: Options, argument: string, terminal: Terminal) => Input;
}

/** A command of one tenant, or of the whole service. */
export function command<Options, Input = Options>(
  spec: Spec<Options, Input> & {
    readonly run: (deps: OperatorDeps, input: Input) => Promise<Output>;
  },
): AddCommand {
  const read = spec.read ?? ((options) => options as unknown as Input);
  return (parent, { terminal, withDeps, endWith }) => {
    const added = parent.command(spec.name).description(spec.summary);
    if (spec.alias !== undefined) added.alias(spec.alias);
    if (spec.argument !== undefined) added.argument(...spec.argument);
    for (const one of spec.options ?? []) added.addOption(one);
    if (spec.json) added.option('--json', 'print JSON');
    if (spec.help !== undefined) added.addHelpText('after', `\n${spec.help}`);
    added.action(async (...given: unknown[]) => {
      const argument = spec.argument === undefined ? '' : (given[0] as string);
      const options: Options & { readonly json?: true } = added.opts();
      const input = read(options, argument, terminal);
      const { cleansUp } = spec;
      const run = async (deps: OperatorDeps) => {
        const { text, json, exitCode = 0 } = await spec.run(deps, input);
        if (options.json) print(terminal.stdout, JSON.stringify(json));
        else if (text !== undefined) print(terminal.stdout, text);
        endWith(exitCode);
      };
      await withDeps(run, { cleansUp });
    });
  };
}

interface TenantOption {
  readonly tenant?: string;
}

/** A command of the tenant that --tenant names, or of the only one. */
export function tenantCommand<Options, Input = Options>({
  run,
  read = (options) => options as unknown as Input,
  options = [],
  ...spec
}: Spec<Options, Input> & {
  readonly run: (
    deps: OperatorDeps & { readonly tenantId: string; readonly tenant: TenantRecord },
    input: Input,
  ) => Promise<Output>;
}): AddCommand {
  return command<Options & TenantOption, { input: Input; named: string | undefined }>({
    ...spec,
    options: [option('--tenant <id>', 'the tenant; optional if there is only one'), ...options],
    read: (given, argument, terminal) => ({
      input: read(given, argument, terminal),
      named: given.tenant,
    }),
    async run(deps, { input, named }) {
      const tenant = await chooseTenant(deps, named);
      return run({ ...deps, tenant, tenantId: tenant.tenantId }, input);
    },
  });
}

/** Commands below one word. */
export function commandGroup(
  name: string,
  summary: string,
  commands: readonly AddCommand[],
): AddCommand {
  return (parent, line) => {
    const group = parent.command(name).description(summary);
    for (const add of commands) add(group, line);
  };
}

export function option(flags: string, meaning: string, otherwise?: string): Option {
  const made = new Option(flags, meaning);
  return otherwise === undefined ? made : made.default(otherwise);
}

/** An option that may be given several times; undefined when it was not. */
export function repeated(flags: string, meaning: string): Option {
  return new Option(flags, `${meaning}; repeat it for several`).argParser<
    readonly string[] | undefined
  >((value, before) => [...(before ?? []), value]);
}

export function required(flags: string, meaning: string): Option {
  return new Option(flags, meaning).makeOptionMandatory();
}

/** Rows under their headings. As JSON, the rows themselves. */
export function table<Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => string>>,
): Required<Pick<Output, 'text' | 'json'>> {
  const cells = rows.map((row) => Object.values(columns).map((column) => column(row)));
  return { text: (stream) => formatTable(Object.keys(columns), cells, stream), json: rows };
}

export function minuteOf(time: Date | undefined | null): string {
  return time?.toISOString().slice(0, 16) ?? 'never';
}
