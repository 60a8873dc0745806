// Names that conform to the naming rules of a template: examples for the caller whose names do not, and the proof that
// a template which is saved has any.
import {
  builtInValues,
  compileNames,
  hasCounter,
  renderedName,
  type CompiledNames,
  type NamingRules,
  type Values,
} from './compiled-names.ts';
import { isMailNickname } from './mail-nickname.ts';
import { matchNames, type MatchedNames, type Names } from './match-names.ts';
import { counterPlaceholder, declarationOf, writeCounter } from './naming.ts';
import type { KnownValue } from './match-pattern.ts';
import { sampleValue } from './property-values.ts';
import { maximumLengths, type NamedField } from './render-names.ts';

/** Names that conform to the patterns, or undefined when there seem to be none. */
export function exampleNames(
  template: NamingRules,
  organisation: { readonly identifier: string },
  now: number,
): Names | undefined {
  const compiled = compileNames(template);
  const builtIn = builtInValues(organisation, template, now);
  const given = { mailNickName: 'example', displayName: 'Example' };
  const both = { mailNickName: true, displayName: true };
  return tryNames(compiled, builtIn, given, new Map(), both);
}

/** Names that would pass, as close to the given ones as can be had. */
export function exampleFor(
  compiled: CompiledNames,
  values: Values,
  given: Names,
  { mailNickName: alias, displayName: display }: MatchedNames,
): Names | undefined {
  const replace = { mailNickName: !alias.matches, displayName: !display.matches };
  const both = { mailNickName: true, displayName: true };
  const taken = new Map([...alias.taken, ...display.taken, ...(alias.matches ? alias.taken : [])]);
  const spelled = alias.matches ? spelledForDisplay(compiled, taken, given.displayName) : taken;
  return (
    tryNames(compiled, values, given, spelled, replace) ??
    tryNames(compiled, values, given, taken, replace) ??
    tryNames(compiled, values, given, new Map(), replace) ??
    tryNames(compiled, values, given, new Map(), both)
  );
}

/**
 * Values of an alias, which is usually in lower case, as a display name has them: as the given one writes them, or else
 * with capital letters. A declared value stays as it is.
 */
function spelledForDisplay(
  compiled: CompiledNames,
  taken: ReadonlyMap<string, string>,
  displayName: string,
): ReadonlyMap<string, string> {
  const folded = displayName.toLowerCase();
  return new Map(
    [...taken].map(([name, value]): [string, string] => {
      if (declarationOf(compiled.naming, name) !== undefined) return [name, value];
      if (value !== value.toLowerCase()) return [name, value];
      const at = folded.length === displayName.length ? folded.indexOf(value) : -1;
      const given = at < 0 ? undefined : displayName.slice(at, at + value.length);
      return [
        name,
        given ?? value.replaceAll(/(?<!\p{L})\p{Ll}/gu, (first) => first.toUpperCase()),
      ];
    }),
  );
}

/** Values of placeholders for examples; the single characters help if a pattern is unusual. */
const samples = [
  'alpha',
  'example',
  'project',
  ...'x7q0bjkwyzacdefghilmnoprstuv12345689'.split(''),
];

function tryNames(
  compiled: CompiledNames,
  values: Values,
  given: Names,
  taken: ReadonlyMap<string, string>,
  replace: Readonly<Record<NamedField, boolean>>,
): Names | undefined {
  for (const sample of samples) {
    const all = new Map<string, KnownValue>(values);
    for (const name of compiled.propertyNames) {
      if (all.has(name)) continue;
      const value = taken.get(name) ?? sampleOf(compiled, name, sample);
      all.set(name, { value, caseInsensitive: false });
    }
    const write = (field: NamedField): string | undefined =>
      replace[field] && compiled[field].pieces.length > 0
        ? renderedName(compiled, field, all)?.text
        : given[field];
    const [mailNickName, displayName] = [write('mailNickName'), write('displayName')];
    if (mailNickName === undefined || displayName === undefined) continue;
    const names = { mailNickName, displayName };
    const { mailNickName: alias, displayName: display } = matchNames(compiled, values, names);
    const bounded =
      (!replace.mailNickName || isMailNickname(names.mailNickName)) &&
      (!replace.displayName || Array.from(displayName).length <= maximumLengths.displayName);
    if (alias.matches && display.matches && bounded) return names;
  }
  return undefined;
}

function sampleOf(compiled: CompiledNames, name: string, sample: string): string {
  const { naming } = compiled;
  const { counter } = naming;
  const isCounter = hasCounter(compiled, 'mailNickName') || hasCounter(compiled, 'displayName');
  if (counter !== null && isCounter && name === counterPlaceholder) {
    return writeCounter(counter.start, counter);
  }
  const declaration = declarationOf(naming, name);
  return declaration === undefined ? sample : sampleValue(declaration, sample);
}
