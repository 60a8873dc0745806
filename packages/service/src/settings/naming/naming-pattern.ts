// Naming patterns: text with placeholders in double curly braces, for example `prj-{{projectCode}}`. match-pattern.ts
// has the rule for the names that conform.
//
// A placeholder may have a filter: `{{customer|alias}}` means the value as the filter renders it, so it is known and
// matched apart from `{{customer}}`.
import { didYouMean } from '../../ground/did-you-mean.ts';
import type { FaultValues } from '../../ground/errors.ts';

/** Renders a value: in the alphabet of aliases, in another case, or a part of a date. */
export const filters = ['alias', 'upper', 'lower', 'date', 'year', 'month'] as const;
export type Filter = (typeof filters)[number];

export interface Placeholder {
  readonly kind: 'placeholder';
  readonly name: string;
  readonly filter?: Filter;
}

export type PatternPiece = { readonly kind: 'text'; readonly text: string } | Placeholder;

/** Between two placeholders there is always text. An empty pattern has no pieces and sets no rule. */
export interface NamingPattern {
  readonly text: string;
  readonly pieces: readonly PatternPiece[];
}

export interface PatternFault {
  /** The place in the pattern, in UTF-16 code units. */
  readonly index: number;
  readonly length: number;
  readonly code:
    | 'placeholder_malformed'
    | 'placeholder_unopened'
    | 'filter_unknown'
    | 'placeholders_adjacent'
    | 'character_refused';
  readonly detail: string;
  readonly values?: FaultValues;
}

export type ParsedPattern =
  | { readonly pattern: NamingPattern; readonly faults?: never }
  | { readonly faults: readonly PatternFault[]; readonly pattern?: never };

/** A letter, then letters, digits, `_`, `-`, `.`. */
const placeholderName = /^\p{L}[\p{L}\p{Nd}_.-]*$/u;

export function isPlaceholderName(text: string): boolean {
  return placeholderName.test(text);
}

/** Two or more opening braces and what follows up to the closing ones, or closing braces alone. */
const braces = /\{{2,}([^{}]*)(\}*)|\}{2,}/gu;

/** Reads a pattern, or says everything that is wrong with it and where. */
export function parseNamingPattern(text: string): ParsedPattern {
  const faults: PatternFault[] = [];
  const pieces: PatternPiece[] = [];
  let textFrom = 0;
  for (const match of text.matchAll(braces)) {
    const [whole, inner, closing] = match;
    const { index } = match;
    const [name, filter] = splitFilter(inner);
    if (index > textFrom) pieces.push({ kind: 'text', text: text.slice(textFrom, index) });
    textFrom = index + whole.length;
    const place = { index, length: whole.length };
    if (inner === undefined || name === undefined) {
      faults.push({
        ...place,
        code: 'placeholder_unopened',
        detail: `"${whole}" has no opening braces.`,
      });
    } else if (closing !== '}}' || whole.startsWith('{{{') || !placeholderName.test(name)) {
      faults.push({ ...place, code: 'placeholder_malformed', ...malformed(whole, inner) });
    } else if (filter !== undefined && !isFilter(filter)) {
      faults.push({ ...place, code: 'filter_unknown', ...unknownFilter(filter) });
    } else {
      if (pieces.at(-1)?.kind === 'placeholder') {
        faults.push({
          ...place,
          code: 'placeholders_adjacent',
          detail: `Put text before ${whole}, so that the previous placeholder has a clear end.`,
          values: { name: whole },
        });
      }
      pieces.push({ kind: 'placeholder', name, ...(filter !== undefined && { filter }) });
    }
  }
  if (textFrom < text.length) pieces.push({ kind: 'text', text: text.slice(textFrom) });
  for (const match of text.matchAll(/\0|\p{Surrogate}/gu)) {
    faults.push({
      index: match.index,
      length: 1,
      code: 'character_refused',
      detail: 'A name cannot contain U+0000 or unpaired surrogates.',
    });
  }
  if (faults.length > 0) return { faults: faults.sort((a, b) => a.index - b.index) };
  return { pattern: { text, pieces } };
}

function splitFilter(inner: string | undefined): [name?: string, filter?: string] {
  const bar = inner?.indexOf('|') ?? -1;
  if (inner === undefined || bar < 0) return inner === undefined ? [] : [inner];
  return [inner.slice(0, bar), inner.slice(bar + 1)];
}

function isFilter(text: string): text is Filter {
  return filters.some((filter) => filter === text);
}

type Explained = Pick<PatternFault, 'detail' | 'values'>;

function unknownFilter(filter: string): Explained {
  const near = didYouMean(filter, filters);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return {
    detail: `There is no filter "${filter}": the filters are ${filters.join(', ')}.${hint}`,
    values: { name: filter, choices: filters, ...(near !== undefined && { suggestion: near }) },
  };
}

function malformed(whole: string, name: string): Explained {
  const closed = `{{${name.trim()}}}`;
  const meant = closed !== whole && placeholderName.test(name.trim()) ? closed : undefined;
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  const detail = whole.endsWith('}}')
    ? `"${whole}" is not a placeholder: write a letter between {{ and }}, then letters, digits, ` +
      `"_", "-" or ".".${hint}`
    : `"${whole}" is not closed: write }} at its end.${hint}`;
  return { detail, values: { name: whole, ...(meant !== undefined && { suggestion: meant }) } };
}

/** They are in the order of their occurrence. */
export function placeholdersOf({ pieces }: NamingPattern): Placeholder[] {
  return pieces.filter((piece) => piece.kind === 'placeholder');
}

/** A placeholder as it is known and taken: `customer`, or with its filter `customer|alias`. */
export function keyOfPlaceholder({ name, filter }: Placeholder): string {
  return filter === undefined ? name : `${name}|${filter}`;
}
