// The names and properties of a request for a group. A name that is left out is rendered from its pattern; names and
// properties that are given together must agree.
import { didYouMean } from '../../ground/did-you-mean.ts';
import type { FieldError } from '../../ground/errors.ts';
import { checkNames } from './check-names.ts';
import {
  builtInValues,
  compileNames,
  hasCounter,
  renderedName,
  type CompiledNames,
  type NamingRules,
} from './compiled-names.ts';
import { displayNameFaults } from './display-name.ts';
import { mailNicknameFaults } from './mail-nickname.ts';
import { matchNames, rawValues, type Names } from './match-names.ts';
import {
  counterMark,
  counterPlaceholder,
  declarationOf,
  writeCounter,
  type CounterDeclaration,
} from './naming.ts';
import type { KnownValue } from './match-pattern.ts';
import { readValue, type GivenValue } from './property-values.ts';
import { isBuiltIn, type NamedField } from './render-names.ts';

export type GivenProperties = Readonly<Record<string, GivenValue>>;

export interface NamesInput {
  readonly template: NamingRules;
  readonly organisation: { readonly identifier: string };
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** Undefined: left out. */
  readonly mailNickName: string | undefined;
  readonly displayName: string | undefined;
  readonly properties: GivenProperties;
  /** Whether the names already have the number of the counter, as those of a retry. */
  readonly isNumbered?: boolean;
}

export interface ResolvedNames extends Names {
  readonly properties: Readonly<Record<string, string>>;
  /** Present where a number takes the place of `counterMark` in the names. */
  readonly counter?: CounterDeclaration;
}

export type NamesResolution =
  | { readonly names: ResolvedNames; readonly faults?: never }
  | { readonly faults: readonly FieldError[]; readonly names?: never };

const fields: readonly NamedField[] = ['mailNickName', 'displayName'];

/** The names and properties of the request, or every fault of them. */
export function resolveNames(input: NamesInput): NamesResolution {
  const compiled = compileNames(input.template);
  const faults: FieldError[] = [];
  const given = readProperties(compiled, input, faults);
  if (input.isNumbered !== true) faults.push(...assignedNameFaults(compiled, input));
  const resolution = namesFrom(compiled, input, given);
  if (faults.length === 0) return resolution;
  // A property that is at fault counts as missing, which is no second fault of it.
  const isNew = ({ pointer }: FieldError) => !faults.some((one) => one.pointer === pointer);
  return { faults: [...faults, ...(resolution.faults ?? []).filter(isNew)] };
}

function namesFrom(
  compiled: CompiledNames,
  input: NamesInput,
  given: ReadonlyMap<string, string>,
): NamesResolution {
  const { mailNickName, displayName } = input;
  if (mailNickName === undefined || displayName === undefined) {
    return renderMissing(compiled, input, given);
  }
  const properties = Object.fromEntries(given);
  const check = checkNames({ ...input, mailNickName, displayName, properties });
  if (check.faults !== undefined) return { faults: check.faults };
  return finished(compiled, { mailNickName, displayName, properties: check.properties });
}

/** The faults of the properties alone, for a request whose names are at fault already. */
export function propertyFaults(input: NamesInput): FieldError[] {
  const faults: FieldError[] = [];
  readProperties(compileNames(input.template), input, faults);
  return faults;
}

function renderMissing(
  compiled: CompiledNames,
  input: NamesInput,
  given: ReadonlyMap<string, string>,
): NamesResolution {
  const { template, organisation, now } = input;
  const { naming } = compiled;
  const isMissing = (field: NamedField) => input[field] === undefined;
  const values = new Map<string, KnownValue>(
    [...given].map(([name, value]) => [name, { value, caseInsensitive: false }]),
  );
  const builtIn = builtInValues(organisation, template, now);
  for (const [name, known] of builtIn) values.set(name, known);
  const isAssigned = fields.some((field) => isMissing(field) && hasCounter(compiled, field));
  const counter = isAssigned ? naming.counter : null;
  if (counter !== null) {
    values.set(counterPlaceholder, { value: counterMark, caseInsensitive: false });
  }
  const matched = matchNames(compiled, values, input);
  for (const field of fields) {
    for (const [name, value] of matched[field].matches ? rawValues(matched[field]) : []) {
      if (!values.has(name)) values.set(name, { value, caseInsensitive: false });
    }
  }
  setDefaults(compiled, values);

  const faults: FieldError[] = [];
  const names = { mailNickName: input.mailNickName ?? '', displayName: input.displayName ?? '' };
  const lacking = new Map<string, NamedField>();
  const isSent = Object.values(input.properties).some((value) => value !== null && value !== '');
  for (const field of fields.filter(isMissing)) {
    const missing = compiled.placeholders[field].flatMap(({ name }) =>
      values.has(name) ? [] : [name],
    );
    // A request without properties has forgotten the name, rather than what it is rendered from.
    if (compiled[field].pieces.length === 0 || (missing.length > 0 && !isSent)) {
      faults.push(missingName(field, missing));
    } else {
      for (const name of missing) if (!lacking.has(name)) lacking.set(name, field);
    }
    const rendered = renderedName(compiled, field, values);
    if (rendered?.fault !== undefined) faults.push(rendered.fault);
    else if (rendered !== undefined) {
      names[field] = rendered.text;
      faults.push(...renderedNameFaults(field, rendered.text, counter));
    }
  }
  for (const [name, field] of lacking) {
    const detail = `properties.${name} is missing: the ${field} is rendered from it.`;
    faults.push({ pointer: `/properties/${name}`, code: 'required', detail, values: { name } });
  }
  if (faults.length > 0) {
    const wrong = fields.filter((field) => !matched[field].matches);
    if (wrong.length === 0) return { faults };
    const check = checkNames({ ...input, ...names, properties: Object.fromEntries(given) });
    const mismatches = check.faults?.filter(({ field }) => wrong.includes(field)) ?? [];
    return { faults: [...mismatches, ...faults] };
  }

  // The given name is judged with the rendered one beside it, so that its faults show a pair of names.
  const sample = counter === null ? '' : writeCounter(counter.start, counter);
  const judged = {
    mailNickName: names.mailNickName.replaceAll(counterMark, sample),
    displayName: names.displayName.replaceAll(counterMark, sample),
  };
  const properties = Object.fromEntries(
    [...values].flatMap(([name, { value }]) => {
      const isNeeded = given.has(name) || compiled.propertyNames.has(name);
      return isNeeded && !builtIn.has(name) ? [[name, value.replaceAll(counterMark, sample)]] : [];
    }),
  ) as Record<string, string>;
  const check = checkNames({ template, organisation, now, ...judged, properties });
  if (check.faults !== undefined) return { faults: check.faults };
  if (counter === null) return finished(compiled, { ...names, properties: check.properties });
  const { [counterPlaceholder]: _assigned, ...others } = check.properties;
  return finished(compiled, { ...names, properties: others, counter });
}

/** The properties have default values, unless a required one has none. */
function finished(compiled: CompiledNames, names: ResolvedNames): NamesResolution {
  if (Object.keys(compiled.naming.properties).length === 0) return { names };
  const values = new Map(
    Object.entries(names.properties).map(([name, value]) => [
      name,
      { value, caseInsensitive: false },
    ]),
  );
  setDefaults(compiled, values);
  const faults = Object.entries(compiled.naming.properties).flatMap(
    ([name, declaration]): FieldError[] =>
      declaration.required === true && !values.has(name)
        ? [
            {
              pointer: `/properties/${name}`,
              code: 'required',
              detail: `properties.${name} is missing: the template requires it.`,
              values: { name },
            },
          ]
        : [],
  );
  if (faults.length > 0) return { faults };
  if (values.size === Object.keys(names.properties).length) return { names };
  const properties = Object.fromEntries([...values].map(([name, { value }]) => [name, value]));
  return { names: { ...names, properties } };
}

/**
 * The properties of a group after a change of some of them, and the display name that is rendered from them again. The
 * alias stays, whatever its pattern. Undefined where nothing changes, or with faults.
 */
export function changedProperties({
  present,
  given,
  ...input
}: Pick<NamesInput, 'template' | 'organisation' | 'now'> & {
  readonly present: Readonly<Record<string, string>>;
  readonly given: GivenProperties;
}): {
  readonly properties?: Readonly<Record<string, string>>;
  readonly displayName?: string | undefined;
  /** An answer with faults has the properties without one, by which a given name is judged. */
  readonly sound?: Readonly<Record<string, string>>;
  readonly faults: readonly FieldError[];
} {
  const compiled = compileNames(input.template);
  const isBlank = (value: GivenValue | null) =>
    value === null || (typeof value === 'string' && value.trim() === '');
  const changed = Object.entries(given).filter(
    ([name, value]) => `${isBlank(value) ? '' : value}` !== (present[name] ?? ''),
  );
  if (changed.length === 0) return { faults: [] };
  const faults: FieldError[] = [];
  const names = { mailNickName: undefined, displayName: undefined };
  const read = readProperties(
    compiled,
    { ...input, ...names, properties: Object.fromEntries(changed) },
    faults,
  );
  const cleared = new Set(changed.flatMap(([name, value]) => (isBlank(value) ? [name] : [])));
  const kept = Object.entries(present).filter(([name]) => !cleared.has(name));
  const wanted = { ...Object.fromEntries(kept), ...Object.fromEntries(read) };
  const after = finished(compiled, { mailNickName: '', displayName: '', properties: wanted });
  const { properties } = after.names ?? { properties: wanted };
  const isOther = (name: string) => properties[name] !== present[name];
  const placeholders = compiled.placeholders.displayName.map(({ name }) => name);
  const builtIn = builtInValues(input.organisation, input.template, input.now);
  const values = new Map<string, KnownValue>([
    ...Object.entries(properties).map(
      ([name, value]) => [name, { value, caseInsensitive: false }] satisfies [string, KnownValue],
    ),
    ...builtIn,
  ]);
  const isRendered = placeholders.some(isOther);
  const missing = isRendered ? placeholders.filter((name) => !values.has(name)) : [];
  const rendered = isRendered ? renderedName(compiled, 'displayName', values) : undefined;
  const more = [
    ...(after.faults ?? []),
    ...missing.map((name): FieldError => {
      const detail = `properties.${name} is missing: the displayName is rendered from it.`;
      return { pointer: `/properties/${name}`, code: 'required', detail, values: { name } };
    }),
    ...(rendered?.fault === undefined ? [] : [rendered.fault]),
    ...(rendered?.text === undefined ? [] : renderedNameFaults('displayName', rendered.text, null)),
  ];
  // A property that is at fault counts as missing, which is no second fault of it.
  for (const one of more) {
    if (!faults.some(({ pointer }) => pointer === one.pointer)) faults.push(one);
  }
  if (faults.length > 0) {
    const isSound = ([name]: [string, string]) =>
      !faults.some(({ pointer }) => pointer === `/properties/${name}`);
    return { faults, sound: Object.fromEntries(Object.entries(properties).filter(isSound)) };
  }
  const isChanged = [...Object.keys(properties), ...Object.keys(present)].some(isOther);
  return isChanged ? { properties, displayName: rendered?.text, faults } : { faults };
}

function setDefaults({ naming }: CompiledNames, values: Map<string, KnownValue>): void {
  for (const [name, declaration] of Object.entries(naming.properties)) {
    if (declaration.default === undefined || values.has(name)) continue;
    values.set(name, { value: declaration.default, caseInsensitive: false });
  }
}

/** The values of the request as they are kept. An empty text counts as absent: systems export it where there is none. */
function readProperties(
  compiled: CompiledNames,
  { properties, isNumbered = false }: NamesInput,
  faults: FieldError[],
): Map<string, string> {
  const given = new Map<string, string>();
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || (typeof value === 'string' && value.trim() === '')) continue;
    const pointer = `/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const isFilled = isBuiltIn(name) || isAssignedCounter(compiled, name);
    // A record may have properties that its template has no longer.
    if (isNumbered && !compiled.propertyNames.has(name)) continue;
    if (!compiled.propertyNames.has(name) || (isFilled && !isNumbered)) {
      faults.push({ pointer, ...unusableProperty(compiled, name, isFilled) });
      continue;
    }
    const read = readValue(value, declarationOf(compiled.naming, name));
    if (read.fault === undefined) given.set(name, read.value);
    else
      faults.push({
        pointer,
        code: read.fault.code,
        detail: `properties.${name} ${read.fault.detail}.`,
        ...(read.fault.values !== undefined && { values: read.fault.values }),
      });
  }
  return given;
}

function isAssignedCounter(compiled: CompiledNames, name: string): boolean {
  return name === counterPlaceholder && fields.some((field) => hasCounter(compiled, field));
}

function unusableProperty(
  { propertyNames }: CompiledNames,
  name: string,
  isFilled: boolean,
): Pick<FieldError, 'code' | 'detail' | 'values'> {
  if (isFilled) {
    const detail = `The service fills in ${name}. Leave it out.`;
    return { code: 'not_allowed', detail, values: { rule: 'filled_in', name } };
  }
  const known = [...propertyNames].filter((one) => !isBuiltIn(one));
  const near = didYouMean(name, known);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  const shown = name.slice(0, 100);
  const detail = `The template has no property ${JSON.stringify(shown)}.${hint}`;
  const values = { name: shown, ...(near !== undefined && { suggestion: near }) };
  return { code: 'unknown_member', detail, values };
}

/** A caller cannot choose the number: it would be another group's later. */
function assignedNameFaults(compiled: CompiledNames, input: NamesInput): FieldError[] {
  return fields
    .filter((field) => input[field] !== undefined && hasCounter(compiled, field))
    .map((field) => ({
      pointer: `/${field}`,
      code: 'counter_assigned',
      detail: `The service assigns {{${counterPlaceholder}}} in the pattern ${JSON.stringify(compiled[field].text)}. Leave the ${field} out.`,
      values: { pattern: compiled[field].text },
    }));
}

function missingName(field: NamedField, properties: readonly string[]): FieldError {
  const listed = [...new Set(properties)].map((name) => `properties.${name}`).join(', ');
  const remedy = listed === '' ? '' : ` You can leave it out if you send ${listed}.`;
  const detail = `${field} is missing.${remedy}`;
  return { pointer: `/${field}`, code: 'required', detail, values: { name: field } };
}

function renderedNameFaults(
  field: NamedField,
  text: string,
  counter: CounterDeclaration | null,
): FieldError[] {
  const shown = text.replaceAll(
    counterMark,
    counter === null ? '' : writeCounter(counter.start, counter),
  );
  const faults = field === 'mailNickName' ? mailNicknameFaults(shown) : displayNameFaults(shown);
  return faults.map(({ code, detail }) => ({
    pointer: `/${field}`,
    code,
    detail: `${detail} The ${field} rendered from the pattern is ${JSON.stringify(shown)}.`,
  }));
}
