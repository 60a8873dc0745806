// Reads a file of groups, YAML or CSV by its name, and says what is wrong with it as compilers do.
import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { buffer as readAll } from 'node:stream/consumers';
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
  const bytes = file === '-' ? await readAll(stdin) : await readBytes(directory, file);
  const text = decode(bytes, file);
  const read = await reader();
  try {
    return read(text, standard);
  } catch (error) {
    if (!(error instanceof FileFaults)) throw error;
    throw new InputFileError(file, error.faults);
  }
}

async function readBytes(directory: string, file: string): Promise<Buffer> {
  try {
    return await readFile(resolve(directory, file));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'There is no file' : 'Cannot read the file';
    throw new CommandError(exitCodes.usage, 'unreadable_file', `${reason} ${file}.`, { cause });
  }
}

/** Another encoding would give groups names with replaced letters. */
function decode(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    const shown = file === '-' ? 'The standard input' : file;
    const detail = `${shown} is not in UTF-8. Save it as UTF-8: in Excel, as “CSV UTF-8”.`;
    throw new CommandError(exitCodes.usage, 'not_utf8', detail, { cause });
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
