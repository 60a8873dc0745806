// The properties that a template asks for.
import type { Answer } from '../../../api/route-types.ts';
import type { OrganisationItem, TemplateItem } from '../../../api/types.ts';

type Faults = Answer<'post', '/teams/plan'>['faults'];

/** The parts of a template that a request for a group needs; also of one that is not saved yet. */
export interface AskedTemplate extends Pick<
  TemplateItem,
  'mailNicknamePattern' | 'displayNamePattern' | 'properties'
> {
  readonly policy: Pick<TemplateItem['policy'], 'kind' | 'visibility' | 'channels'> & {
    readonly lifecycle?: { readonly callerMaySet?: boolean };
    readonly responsibility?: { readonly deputyRequired?: boolean };
  };
}

/** Filled in by the service. */
const automatic = /^(?:organisation|template|year|month|counter)$/;

/** Placeholders of the patterns, then the other declared properties. */
export function askedProperties(template: AskedTemplate): readonly string[] {
  const { mailNicknamePattern, displayNamePattern, properties } = template;
  const placeholders = placeholdersOf([mailNicknamePattern, displayNamePattern]);
  return [...new Set([...placeholders, ...Object.keys(properties)])];
}

/** The properties of all templates: the placeholders of their patterns, and the declared ones. */
export function knownProperties(organisations: readonly OrganisationItem[]): readonly string[] {
  const all = organisations.flatMap(({ templates }) => templates);
  const patterns = all.flatMap((one) => [one.mailNicknamePattern, one.displayNamePattern]);
  return [...new Set([...placeholdersOf(patterns), ...all.flatMap(({ declared }) => declared)])];
}

/** The placeholders of patterns that a request fills. */
export function placeholdersOf(patterns: readonly string[]): readonly string[] {
  const found = patterns.flatMap((pattern) =>
    [...pattern.matchAll(/\{\{\s*([A-Za-z][A-Za-z0-9_]*)/g)].map(([, name = '']) => name),
  );
  return [...new Set(found)].filter((name) => !automatic.test(name));
}

/** A name that the template makes is missing because a property is: the fault belongs to the property. */
export function onProperties(
  faults: Faults,
  template: AskedTemplate,
  properties: Readonly<Record<string, string>>,
  detail: string,
): Faults {
  const patterns: Readonly<Record<string, string>> = {
    '/mailNickName': template.mailNicknamePattern,
    '/displayName': template.displayNamePattern,
  };
  const patternOf = ({ pointer = '', code }: Faults[number]) =>
    code === 'required' ? (patterns[pointer] ?? '') : '';
  const empty = placeholdersOf(faults.map(patternOf))
    .filter((name) => (properties[name] ?? '') === '')
    .map((name) => ({ pointer: `/properties/${name}`, code: 'required', detail }));
  return empty.length === 0
    ? faults
    : [...faults.filter((fault) => patternOf(fault) === ''), ...empty];
}
