// TypeScript types from JSON Schema. Knows the part of it that the service uses, and stops at anything else
// rather than guess.

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly description?: string;
}

/** Whether values may be added to an enum without a new release of the reader. */
export type Enums = 'open' | 'closed';

/** Needed by the types of a reader with open enums. No value has the member of the symbol. */
export const openType = `declare const open: unique symbol;

/** A list that may grow: known values are offered, others stay readable. */
export type Open<Known extends string> = Known | (string & { readonly [open]?: never });`;

/** A reader with closed enums gets the types of one with open ones, without the values that are not known. */
export const closedType = `type Closed<T> = T extends string
  ? keyof sdk.Open<never> extends keyof T ? never : T
  : T extends readonly (infer Item)[]
    ? readonly Closed<Item>[]
    : T extends object
      ? { [Name in keyof T]: Closed<T[Name]> }
      : T;`;

export function typeOf(schema: Schema, enums: Enums): string {
  const inner = (one: Schema) => typeOf(one, enums);
  if (schema.$ref !== undefined) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return oneOf(schema.enum, enums);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return [...new Set(alternatives.map(inner))].join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map(inner).join(' & ');
  if (Array.isArray(schema.type)) {
    return schema.type.map((type: string) => inner({ ...schema, type })).join(' | ');
  }
  switch (schema.type) {
    case 'string':
      return (schema.examples?.length ?? 0) > 1 ? oneOf(schema.examples ?? [], enums) : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `readonly (${inner(schema.items ?? {})})[]`;
    case 'object':
      return objectType(schema, enums);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`There is no type for ${JSON.stringify(schema)}.`);
  }
}

/** @param values of an enum, or all examples of a text whose list may grow */
function oneOf(values: readonly unknown[], enums: Enums): string {
  const union = values.map((value) => JSON.stringify(value)).join(' | ');
  return enums === 'open' ? `Open<${union}>` : union;
}

function objectType(schema: Schema, enums: Enums): string {
  if (schema.properties !== undefined && Object.keys(schema.properties).length > 0) {
    return members(schema, enums);
  }
  const values =
    Object.values(schema.patternProperties ?? {})[0] ??
    (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {});
  return `Readonly<Record<string, ${typeOf(values, enums)}>>`;
}

function members({ properties = {}, required = [] }: Schema, enums: Enums): string {
  const lines = Object.entries(properties).map(([name, schema]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const mark = required.includes(name) ? '' : '?';
    return `${comment(schema)}readonly ${key}${mark}: ${typeOf(schema, enums)};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

export function comment({ description }: Pick<Schema, 'description'>): string {
  if (description === undefined || description === '') return '';
  return `/** ${description.replaceAll('*/', '* /')} */\n`;
}
