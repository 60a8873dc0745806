// The texts that commands read: files, and the standard input.
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { EncodingFault } from '../../../service/src/ground/decode-text.ts';
import { OversizeFault, readTextStream } from '../../../service/src/ground/read-text-file.ts';
import { exitCodes } from './exit-codes.ts';
import { CommandError } from './failure.ts';

/**
 * @param file `-` is the standard input
 * @throws CommandError for a text that cannot be read, in UTF-8
 */
export async function readInput(
  { stdin, directory }: { readonly stdin: NodeJS.ReadableStream; readonly directory: string },
  file: string,
): Promise<string> {
  const source = file === '-' ? stdin : createReadStream(resolve(directory, file));
  return readTextStream(source).catch((cause: unknown) => {
    throw refused(file, cause);
  });
}

function refused(file: string, cause: unknown): CommandError {
  const shown = file === '-' ? 'The standard input' : file;
  const { usage } = exitCodes;
  if (cause instanceof EncodingFault) {
    return new CommandError(usage, 'not_utf8', `${shown} ${cause.message}`, { cause });
  }
  if (cause instanceof OversizeFault) {
    return new CommandError(usage, 'too_large', `${shown} ${cause.message}`, { cause });
  }
  const isAbsent = (cause as NodeJS.ErrnoException).code === 'ENOENT';
  const detail = `Cannot read the file ${file}${isAbsent ? ': it does not exist' : ''}.`;
  return new CommandError(usage, 'unreadable_file', detail, { cause });
}
