// Previews the names that a template gives to values of its placeholders, during editing. A value that is not given is a
// sample.
import type { FaultCode } from '../../ground/errors.ts';
import { compileNames, type NamingRules } from './compiled-names.ts';
import { counterMark, counterPlaceholder, declarationOf, writeCounter } from './naming.ts';
import { sampleValue } from './property-values.ts';
import { isBuiltIn, maximumLengths, type NamedField } from './render-names.ts';
import { resolveNames } from './resolve-names.ts';

export interface MadeName {
  readonly text: string;
  /** It counts code points, as the maximum does. */
  readonly length: number;
  readonly maximum: number;
}

export interface ValuesPreview {
  /** Null: without a pattern, or while the values have a fault. */
  readonly names: Readonly<Record<NamedField, MadeName | null>>;
  /** The values that were used, samples included. */
  readonly values: Readonly<Record<string, string>>;
  /** The faults have pointers such as `/properties/customer`. */
  readonly faults: readonly {
    readonly pointer: string;
    readonly code: FaultCode;
    readonly detail: string;
  }[];
}

/** Given as a name that has no pattern, which is not judged here. */
const anyName = 'example';

/**
 * @param input.template with patterns that can be parsed
 * @param input.values by placeholder; an empty one is not given
 * @param input.now milliseconds since the Unix epoch
 */
export function previewValues(input: {
  readonly template: NamingRules;
  readonly organisation: { readonly identifier: string };
  readonly values: Readonly<Record<string, string>>;
  readonly now: number;
}): ValuesPreview {
  const { template, organisation, now } = input;
  const compiled = compileNames(template);
  const { counter } = compiled.naming;
  const asked = [...compiled.propertyNames].filter(
    (name) => !isBuiltIn(name) && (counter === null || name !== counterPlaceholder),
  );
  const values = Object.fromEntries(
    asked.map((name) => [name, input.values[name]?.trim() || sampleOf(name)] as const),
  );
  const given = (field: NamedField) => (compiled[field].pieces.length === 0 ? anyName : undefined);
  const { names, faults = [] } = resolveNames({
    template,
    organisation,
    now,
    mailNickName: given('mailNickName'),
    displayName: given('displayName'),
    properties: values,
  });

  function sampleOf(name: string): string {
    const declaration = declarationOf(compiled.naming, name);
    return declaration?.default ?? (declaration ? sampleValue(declaration, 'Example') : 'Example');
  }

  function made(field: NamedField): MadeName | null {
    if (names === undefined || given(field) !== undefined) return null;
    const sample = counter === null ? '' : writeCounter(counter.start, counter);
    const text = names[field].replaceAll(counterMark, sample);
    return { text, length: Array.from(text).length, maximum: maximumLengths[field] };
  }

  return {
    names: { mailNickName: made('mailNickName'), displayName: made('displayName') },
    values,
    faults: faults.map(({ pointer = '', code, detail }) => ({ pointer, code, detail })),
  };
}
