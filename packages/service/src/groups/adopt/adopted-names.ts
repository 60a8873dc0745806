// The names and properties of a group that others made, by the patterns of its template.
import type { FieldError } from '../../ground/errors.ts';
import { propertyFaults, resolveNames } from '../../settings/naming/resolve-names.ts';
import type { Names } from '../../settings/naming/match-names.ts';
import type { NamingRules } from '../../settings/naming/compiled-names.ts';
import type { GivenProperties } from '../../settings/naming/resolve-names.ts';

export interface AdoptedNames {
  readonly names: Names;
  /** Whether the names follow the patterns. */
  readonly conform: boolean;
  readonly properties: Readonly<Record<string, string>>;
  readonly faults: readonly FieldError[];
}

/** @param input.now of {{year}} and {{month}}: when the group was created; milliseconds since the Unix epoch */
export function adoptedNames(input: {
  readonly template: NamingRules;
  readonly organisation: { readonly identifier: string };
  readonly now: number;
  readonly present: Names;
  readonly choice: 'keep' | 'conform';
  readonly properties: GivenProperties;
}): AdoptedNames {
  const { present, choice, properties, ...rules } = input;
  const faults = propertyFaults({ ...rules, ...present, properties });
  // The group may have a number of the counter already.
  const asTheyAre = resolveNames({ ...rules, ...present, properties, isNumbered: true });
  if (asTheyAre.names !== undefined) {
    return { names: present, conform: true, properties: asTheyAre.names.properties, faults };
  }
  const kept = { names: present, conform: false, properties: textsOf(properties), faults };
  if (choice === 'keep') return kept;
  const { mailNickName } = present;
  const rendered = resolveNames({
    ...rules,
    mailNickName,
    displayName: undefined,
    properties,
    isNumbered: true,
  });
  if (rendered.names !== undefined) {
    const { displayName, properties: values } = rendered.names;
    return { names: { mailNickName, displayName }, conform: true, properties: values, faults };
  }
  const known = new Set(faults.map(({ pointer }) => pointer));
  const others = rendered.faults.filter(({ pointer }) => !known.has(pointer));
  // Where the alias does not fit, no display name helps.
  const isAliasAtFault = others.some(({ pointer }) => pointer === '/mailNickName');
  const told = others.filter(({ pointer }) => !isAliasAtFault || pointer !== '/displayName');
  return { ...kept, faults: [...faults, ...told.map(mismatch)] };
}

/** A name is no member of the request: the choice of the names is. */
function mismatch(fault: FieldError): FieldError {
  const { pointer, detail, values } = fault;
  if (pointer !== '/mailNickName' && pointer !== '/displayName') return fault;
  return {
    pointer: '/names',
    code: 'pattern_mismatch',
    detail: `${detail} Send “keep” as names, or choose another template.`,
    ...(values !== undefined && { values }),
  };
}

function textsOf(properties: GivenProperties): Readonly<Record<string, string>> {
  const given = Object.entries(properties).map(([name, value]) => [name, `${value ?? ''}`]);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}
