// The text of a file that the operator names.
import { EncodingFault } from '../ground/decode-text.ts';
import { DomainError } from '../ground/errors.ts';
import { OversizeFault, readTextFile } from '../ground/read-text-file.ts';

/** @throws DomainError `validation_failed` for a file that cannot be read, in UTF-8 */
export function readText(path: string): string {
  try {
    return readTextFile(path);
  } catch (error) {
    const { message } = error as Error;
    const isOfText = error instanceof EncodingFault || error instanceof OversizeFault;
    const detail = isOfText ? `${path} ${message}` : `Cannot read ${path}: ${message}.`;
    throw new DomainError('validation_failed', detail);
  }
}
