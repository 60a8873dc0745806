// How a field of Fluent shows a fault.

/** @param fault undefined: there is none */
export function faultProps(fault: string | undefined) {
  return fault === undefined ? {} : { validationMessage: fault, validationState: 'error' as const };
}
