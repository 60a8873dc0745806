// The naming rules of a template beside its patterns: the properties that it declares, its counter, and how texts are
// transliterated.
import type { Transliteration } from './transliterate.ts';

interface Declared {
  readonly description?: string;
  /** Whether every group of the template has a value. */
  readonly required?: boolean;
  /** The value where the request has none. */
  readonly default?: string;
}

export type PropertyDeclaration =
  /** Bounds of the length, in characters; the pattern is one of linear-pattern.ts. */
  | (Declared & {
      readonly type: 'text';
      readonly pattern?: string;
      readonly minimum?: number;
      readonly maximum?: number;
    })
  /** A whole number, and bounds of its value. */
  | (Declared & { readonly type: 'number'; readonly minimum?: number; readonly maximum?: number })
  /** A day in ISO 8601. */
  | (Declared & { readonly type: 'date' })
  | (Declared & { readonly type: 'choice'; readonly choices: readonly string[] });

export interface CounterDeclaration {
  /** Least number of digits. */
  readonly width: number;
  /** Groups that share one sequence of numbers; `year` begins again each year, for each template. */
  readonly per: 'template' | 'organisation' | 'year';
  readonly start: number;
}

export interface TemplateNaming {
  /** The keys are names. */
  readonly properties: Readonly<Record<string, PropertyDeclaration>>;
  readonly counter: CounterDeclaration | null;
  readonly transliteration: Transliteration;
}

export const defaultNaming: TemplateNaming = {
  properties: {},
  counter: null,
  transliteration: 'default',
};

/** The placeholder that the counter fills in templates that have one. */
export const counterPlaceholder = 'counter';

/** It takes the place of the number in names whose number is not assigned yet. No name and no value may contain it. */
export const counterMark = '\u001F';

/** This number of digits finds room in a rendered name: numbers outgrow their width, but hardly this. */
export const counterDigits = 9;

export function writeCounter(number: number | bigint, { width }: CounterDeclaration): string {
  return String(number).padStart(width, '0');
}

/** The declaration of a property; undefined for names that every object has. */
export function declarationOf(
  naming: TemplateNaming,
  name: string,
): PropertyDeclaration | undefined {
  return Object.hasOwn(naming.properties, name) ? naming.properties[name] : undefined;
}
