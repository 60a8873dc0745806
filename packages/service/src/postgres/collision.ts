// Tells when two transactions wrote the same key of a unique index. The one that failed finds what the other committed if
// it is repeated.
import { DatabaseError } from 'pg';
import { validationFailed, type FieldError } from '../ground/errors.ts';

const uniqueViolation = '23505';

export function isCollision(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation;
}

/** Reports a value that another object already has as a fault of the input: does the work; where it meets the unique index, throws `validation_failed` with the fault instead. */
export async function reportTaken<T>(
  work: Promise<T>,
  index: string,
  fault: FieldError & { readonly pointer: string },
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (
      error instanceof DatabaseError &&
      error.code === uniqueViolation &&
      error.constraint === index
    ) {
      throw validationFailed([fault]);
    }
    throw error;
  }
}
