// A template's naming rules, parsed once, and the values that its placeholders have.
import { counterPlaceholder, defaultNaming, type TemplateNaming } from './naming.ts';
import {
  keyOfPlaceholder,
  parseNamingPattern,
  placeholdersOf,
  type NamingPattern,
  type Placeholder,
} from './naming-pattern.ts';
import type { KnownValue } from './match-pattern.ts';
import {
  type BuiltInPlaceholder,
  renderName,
  renderValue,
  type NamedField,
  type RenderedName,
} from './render-names.ts';

export interface NamingRules {
  readonly identifier: string;
  readonly mailNicknamePattern: string;
  readonly displayNamePattern: string;
  /** Absent: without declared properties and counter. */
  readonly naming?: TemplateNaming;
}

export interface CompiledNames extends Readonly<Record<NamedField, NamingPattern>> {
  readonly naming: TemplateNaming;
  readonly placeholders: Readonly<Record<NamedField, readonly Placeholder[]>>;
  /** The field whose values are taken first: of a placeholder that only one of them filters, the other one. */
  readonly first: NamedField;
  /** Names of all placeholders, and of declared properties. */
  readonly propertyNames: ReadonlySet<string>;
}

/** Values by the names of placeholders. */
export type Values = ReadonlyMap<string, KnownValue>;

/** Templates are held in memory while they do not change: each is parsed once. */
const compiled = new WeakMap<NamingRules, CompiledNames>();

/** @throws TypeError when a pattern cannot be parsed; a saved template's always can */
export function compileNames(template: NamingRules): CompiledNames {
  let names = compiled.get(template);
  if (names === undefined) {
    const mailNickName = mustParse(template.mailNicknamePattern);
    const displayName = mustParse(template.displayNamePattern);
    const naming = template.naming ?? defaultNaming;
    const [inAlias, inDisplay] = [placeholdersOf(mailNickName), placeholdersOf(displayName)];
    const shown = new Set(inDisplay.map(keyOfPlaceholder));
    const first = inAlias.some(({ name, filter }) => filter !== undefined && shown.has(name))
      ? 'displayName'
      : 'mailNickName';
    const used = [...inAlias, ...inDisplay].map(({ name }) => name);
    const propertyNames = new Set([...used, ...Object.keys(naming.properties)]);
    const placeholders = { mailNickName: inAlias, displayName: inDisplay };
    names = { mailNickName, displayName, naming, placeholders, first, propertyNames };
    compiled.set(template, names);
  }
  return names;
}

function mustParse(text: string): NamingPattern {
  const { pattern, faults } = parseNamingPattern(text);
  if (pattern === undefined) throw new TypeError(`Naming pattern: ${faults[0]?.detail ?? ''}`);
  return pattern;
}

/** Whether the service assigns a number in the name. */
export function hasCounter({ naming, placeholders }: CompiledNames, field: NamedField): boolean {
  return (
    naming.counter !== null && placeholders[field].some(({ name }) => name === counterPlaceholder)
  );
}

/**
 * The placeholders that the service fills in.
 * @param now milliseconds since the Unix epoch
 */
export function builtInValues(
  organisation: { readonly identifier: string },
  template: { readonly identifier: string },
  now: number,
): Map<string, KnownValue> {
  const moment = new Date(now);
  const values: Record<BuiltInPlaceholder, string> = {
    organisation: organisation.identifier,
    template: template.identifier,
    year: String(moment.getUTCFullYear()),
    month: String(moment.getUTCMonth() + 1).padStart(2, '0'),
  };
  return new Map(
    Object.entries(values).map(([name, value]) => [name, { value, caseInsensitive: false }]),
  );
}

/** The values as the placeholders of a field show them, by their keys. */
export function shownValues(
  names: CompiledNames,
  field: NamedField,
  values: Values,
): Map<string, KnownValue> {
  const shown = new Map<string, KnownValue>();
  for (const placeholder of names.placeholders[field]) {
    const known = values.get(placeholder.name);
    if (known === undefined) continue;
    const { transliteration } = names.naming;
    const value = renderValue(placeholder, known.value, field, transliteration);
    // A value that renders to nothing is not in any name.
    if (value === '') continue;
    shown.set(keyOfPlaceholder(placeholder), { ...known, value });
  }
  return shown;
}

/** The name that the values yield; undefined while a value is missing, or without a pattern. */
export function renderedName(
  names: CompiledNames,
  field: NamedField,
  values: Values,
): RenderedName | undefined {
  const pattern = names[field];
  if (pattern.pieces.length === 0) return undefined;
  if (names.placeholders[field].some(({ name }) => !values.has(name))) return undefined;
  const valueOf = (name: string) => values.get(name)?.value ?? '';
  return renderName(pattern, field, valueOf, names.naming);
}
