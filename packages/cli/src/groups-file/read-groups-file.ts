// Reads a file of groups, YAML or CSV by its name, and says what is wrong with it as compilers do.
import { extname } from 'node:path';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError } from '../context/failure.ts';
import { readInput } from '../context/read-input.ts';
import { counted } from '../output/counted.ts';
import type { Terminal } from '../context/terminal.ts';
import { FileFaults, type Defaults, type FileFault, type GroupEntry } from './group-entry.ts';

type Read = (text: string, standard: Defaults) => GroupEntry[];

// Loaded when a file is read: the parsers are half of the program, and no other command needs them.
const yaml = async (): Promise<Read> => (await import('./read-yaml.ts')).readYaml;
const csv = async (): Promise<Read> => (await import('./read-csv.ts')).readCsv;

const readers: Readonly<Record<string, () => Promise<Read>>> = {
  '.yaml': yaml,
  '.yml': yaml,
  '.json': yaml,
  '.csv': csv,
};

/** @param file `-` reads YAML from the standard input */
export async function readGroupsFile(
  file: string,
  standard: Defaults,
  terminal: Pick<Terminal, 'stdin' | 'directory'>,
): Promise<GroupEntry[]> {
  const reader = file === '-' ? yaml : readers[extname(file).toLowerCase()];
  if (reader === undefined) {
    const detail = `${file} must end with ${Object.keys(readers).join(', ')}, which determines its format.`;
    throw new CommandError(exitCodes.usage, 'unknown_format', detail);
  }
  const text = await readInput(terminal, file);
  const read = await reader();
  try {
    return read(text, standard);
  } catch (error) {
    if (!(error instanceof FileFaults)) throw error;
    throw new InputFileError(file, error.faults);
  }
}

/** Every fault of a file, each as `file:line:column: what is wrong`. */
export class InputFileError extends CommandError {
  constructor(
    file: string,
    faults: readonly FileFault[],
    exitCode = exitCodes.usage as CommandError['exitCode'],
  ) {
    const shown = file === '-' ? '(standard input)' : file;
    super(exitCode, 'faulty_file', `${shown} has ${counted(faults.length, 'fault')}.`, {
      faults: faults.map(({ line, column, detail }) => `${shown}:${line}:${column}: ${detail}`),
    });
  }
}
