// The faults of a failure that its sentence does not name, so that a page says nothing twice.
import type { FaultWithValues } from './valued-fault-text.ts';

/** Why a creation or an operation failed: one sentence, and each fault. */
export interface Failure {
  readonly detail: string;
  readonly errors?: readonly FaultWithValues[];
}

/** The sentences of the faults, unless the sentence of the failure names each person already. */
export function errorsBeside({ detail, errors = [] }: Failure): readonly string[] {
  const isNamed = ({ values }: FaultWithValues) =>
    values?.person !== undefined && detail.includes(values.person);
  return errors.length > 1 && !errors.every(isNamed) ? errors.map((one) => one.detail) : [];
}
