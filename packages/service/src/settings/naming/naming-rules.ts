// The rules for the naming rules of a template, beyond their schema (naming-input.schema.ts).
import { didYouMean } from '../../ground/did-you-mean.ts';
import type { FaultCode, FaultValues, FieldError } from '../../ground/errors.ts';
import { escapePointer } from '../../ground/input-order.ts';
import { compileLinearPattern, maxStates } from './linear-pattern.ts';
import {
  counterPlaceholder,
  type CounterDeclaration,
  type PropertyDeclaration,
  type TemplateNaming,
} from './naming.ts';
import type { PropertyInput } from './naming-input.schema.ts';
import {
  isPlaceholderName,
  parseNamingPattern,
  placeholdersOf,
  type Placeholder,
} from './naming-pattern.ts';
import { maxValueLength, readValue } from './property-values.ts';
import { isBuiltIn } from './render-names.ts';
import type { TemplateInput } from '../organisations/template-input.schema.ts';

type NamingInput = Pick<
  TemplateInput,
  'properties' | 'counter' | 'transliteration' | 'mailNicknamePattern' | 'displayNamePattern'
>;

const defaultCounter: CounterDeclaration = { width: 4, per: 'template', start: 1 };

/** The naming rules in full, the properties in the order of the input. */
export function completeNaming(input: NamingInput): TemplateNaming {
  const properties = Object.entries(input.properties ?? {});
  return {
    properties: Object.fromEntries(
      properties.map(([name, property]) => [name, declarationFrom(property)]),
    ),
    counter: input.counter == null ? null : { ...defaultCounter, ...input.counter },
    transliteration: input.transliteration ?? 'default',
  };
}

/** It omits the members of other types. */
function declarationFrom(input: PropertyInput): PropertyDeclaration {
  const { type = 'text', description, required, default: byDefault } = input;
  const declared = {
    ...(description !== undefined && { description }),
    ...(required !== undefined && { required }),
    ...(byDefault !== undefined && { default: byDefault }),
  };
  const bounds = {
    ...(input.minimum !== undefined && { minimum: input.minimum }),
    ...(input.maximum !== undefined && { maximum: input.maximum }),
  };
  switch (type) {
    case 'text':
      return {
        type,
        ...declared,
        ...bounds,
        ...(input.pattern !== undefined && { pattern: input.pattern }),
      };
    case 'number':
      return { type, ...declared, ...bounds };
    case 'date':
      return { type, ...declared };
    case 'choice':
      return { type, ...declared, choices: input.choices ?? [] };
    default:
      return type satisfies never;
  }
}

export function namingFaults(input: NamingInput): FieldError[] {
  const used = [input.mailNicknamePattern, input.displayNamePattern].flatMap((text) => {
    const { pattern } = parseNamingPattern(text);
    return pattern === undefined ? [] : placeholdersOf(pattern);
  });
  const properties = Object.entries(input.properties ?? {});
  return [
    ...properties.flatMap(([name, property]) => propertyFaults(name, property)),
    ...sizeFaults(properties),
    ...filterFaults('/mailNicknamePattern', input.mailNicknamePattern, input),
    ...filterFaults('/displayNamePattern', input.displayNamePattern, input),
    ...counterFaults(input, used),
  ];
}

const membersOfTypes = {
  text: ['minimum', 'maximum', 'pattern'],
  number: ['minimum', 'maximum'],
  date: [],
  choice: ['choices'],
} as const;
const members = ['minimum', 'maximum', 'pattern', 'choices'] as const;

function pointerTo(name: string): string {
  return `/properties/${escapePointer(name)}`;
}

/** A request may have a value for each property, so one bound holds for the patterns of all of them. */
function sizeFaults(properties: readonly (readonly [string, PropertyInput])[]): FieldError[] {
  let size = 0;
  for (const [name, { pattern }] of properties) {
    size += pattern === undefined ? 0 : (compile(pattern).size ?? 0);
    if (size <= maxStates) continue;
    const detail =
      'The patterns of the properties are too large in total. Use smaller repetitions, or minimum and maximum for the length.';
    const values = { rule: 'property_pattern' } as const;
    return [{ pointer: `${pointerTo(name)}/pattern`, code: 'not_valid', detail, values }];
  }
  return [];
}

function propertyFaults(name: string, input: PropertyInput): FieldError[] {
  const pointer = pointerTo(name);
  const faults: FieldError[] = [];
  const wrong = (member: string, code: FaultCode, detail: string, values?: FaultValues): void => {
    faults.push({ pointer: `${pointer}${member}`, code, detail, ...(values && { values }) });
  };
  if (!isPlaceholderName(name) || Array.from(name).length > 64) {
    wrong('', 'not_valid', `Name a property by a letter, then letters, digits, "_", "-" or ".".`, {
      rule: 'property_name',
    });
  } else if (isBuiltIn(name) || name === counterPlaceholder) {
    wrong('', 'not_allowed', `The service fills in ${name}, so it is no property.`, {
      rule: 'filled_in',
      name,
    });
  }
  const { type = 'text', minimum, maximum, pattern, default: byDefault } = input;
  const permitted: readonly string[] = membersOfTypes[type];
  for (const member of members) {
    if (input[member] === undefined || permitted.includes(member)) continue;
    wrong(`/${member}`, 'not_allowed', `A property of type ${type} has no ${member}.`, {
      rule: 'property_member',
      name: member,
    });
  }
  if (type === 'choice' && input.choices === undefined) {
    wrong('/choices', 'required', 'A choice needs choices.');
  }
  const choices = input.choices ?? [];
  if (new Set(choices).size < choices.length) {
    wrong('/choices', 'duplicate', 'A choice appears twice.');
  }
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    wrong('/minimum', 'too_large', 'The minimum is above the maximum.');
  }
  if (type === 'text') {
    for (const [member, value] of Object.entries({ minimum, maximum })) {
      if (value === undefined || (value >= 1 && value <= maxValueLength)) continue;
      wrong(`/${member}`, 'not_valid', `A text has 1 to ${maxValueLength} characters.`, {
        rule: 'text_length',
        maximum: maxValueLength,
      });
    }
    if (pattern !== undefined) {
      const { fault } = compile(pattern);
      if (fault !== undefined) wrong('/pattern', 'not_valid', fault, { rule: 'property_pattern' });
    }
  }
  if (faults.length > 0 || byDefault === undefined) return faults;
  const { fault } = readValue(byDefault, declarationFrom(input));
  if (fault !== undefined) {
    wrong('/default', fault.code, `The default ${fault.detail}.`, fault.values);
  }
  return faults;
}

function compile(pattern: string): { readonly size?: number; readonly fault?: string } {
  try {
    return { size: compileLinearPattern(pattern).size };
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: error.message };
    throw error;
  }
}

const dateFilters: ReadonlySet<string | undefined> = new Set(['date', 'year', 'month']);

/** A filter of dates needs a date, and the counter needs none. */
function filterFaults(pointer: string, text: string, input: NamingInput): FieldError[] {
  const { pattern } = parseNamingPattern(text);
  if (pattern === undefined) return [];
  const typeOf = (name: string) =>
    Object.hasOwn(input.properties ?? {}, name) ? input.properties?.[name]?.type : undefined;
  return placeholdersOf(pattern).flatMap(({ name, filter }: Placeholder): FieldError[] => {
    if (filter === undefined) return [];
    const wrong = (detail: string): FieldError[] => [
      { pointer, code: 'filter_refused', detail, values: { name: `{{${name}|${filter}}}` } },
    ];
    if (name === counterPlaceholder && input.counter != null) {
      return wrong('The counter consists of digits, so it takes no filter.');
    }
    if (!dateFilters.has(filter) || typeOf(name) === 'date') return [];
    return wrong(`{{${name}|${filter}}} needs a date: declare ${name} with type date.`);
  });
}

function counterFaults(
  { counter, properties = {} }: NamingInput,
  used: readonly Placeholder[],
): FieldError[] {
  if (counter == null || used.some(({ name }) => name === counterPlaceholder)) return [];
  const names = [...used.map(({ name }) => name), ...Object.keys(properties)];
  const near = didYouMean(counterPlaceholder, names);
  const hint = near === undefined ? '' : ` Did you mean it by {{${near}}}?`;
  const detail = `No pattern has {{${counterPlaceholder}}}.${hint}`;
  const values = near === undefined ? undefined : { suggestion: `{{${near}}}` };
  return [{ pointer: '/counter', code: 'not_used', detail, ...(values && { values }) }];
}
