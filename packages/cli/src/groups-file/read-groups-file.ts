// Reads a file of groups, YAML or CSV by its name, and says what is wrong with it as compilers do.
import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError } from '../context/failure.ts';
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
  { stdin, directory }: Pick<Terminal, 'stdin' | 'directory'>,
): Promise<GroupEntry[]> {
  const reader = file === '-' ? yaml : readers[extname(file).toLowerCase()];
  if (reader === undefined) {
    const detail = `${file} must end with ${Object.keys(readers).join(', ')}, which determines its format.`;
    throw new CommandError(exitCodes.usage, 'unknown_format', detail);
  }
  const text = file === '-' ? await readAll(stdin) : await readText(directory, file);
  const read = await reader();
  try {
    return read(text, standard);
  } catch (error) {
    if (!(error instanceof FileFaults)) throw error;
    throw new InputFileError(file, error.faults);
  }
}

async function readText(directory: string, file: string): Promise<string> {
  try {
    return await readFile(resolve(directory, file), 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'There is no file' : 'Cannot read the file';
    throw new CommandError(exitCodes.usage, 'unreadable_file', `${reason} ${file}.`, { cause });
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
