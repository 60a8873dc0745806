// The conditions of a statement that filters the rows of one tenant, with their parameters.

export interface Conditions {
  /** It belongs to the parameters, in their order; `$1` is the tenant. */
  readonly values: readonly unknown[];
  /** Passes over a value that is undefined. @param condition of the parameter, such as `$2` */
  add(this: void, condition: (parameter: string) => string, value: unknown): void;
  /** @param condition without a parameter */
  addFixed(this: void, condition: string): void;
  /** The conditions so far, joined by `and`. */
  text(this: void): string;
}

/** @param column of the tenant */
export function createConditions(tenantId: string, column = 'tenant_id'): Conditions {
  const values: unknown[] = [tenantId];
  const conditions = [`${column} = $1`];
  return {
    values,
    add(condition, value) {
      if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
    },
    addFixed: (condition) => void conditions.push(condition),
    text: () => conditions.join(' and '),
  };
}
