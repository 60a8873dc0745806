// Which text of the page says why the service refuses an administrator. All refusals have one code, `forbidden`: the
// sentence of the service says which one it is.
import type { en } from './en/refusals.ts';

/** Each pattern matches a part of the sentence of the service. The first match counts. */
const keys: readonly (readonly [says: RegExp, key: keyof typeof en])[] = [
  [/^Your role is limited to /, 'beyondLimit'],
  [/^Your role is reader/, 'readerChanges'],
  [/include retrying /, 'intervening'],
  [/include changes of groups/, 'groups'],
  [/include changes of templates/, 'templates'],
  [/include changes of settings/, 'settings'],
  [/include changes of administrators/, 'administrators'],
  [/^You cannot remove your own rights/, 'ownRights'],
  [/^You may no longer manage administrators/, 'rightsLost'],
  [/^Only an owner /, 'ownersOnly'],
  [/^The page does not match /, 'staleSession'],
  [/^Changes are accepted only from /, 'foreignPage'],
];

/** @param detail the sentence of the service. Undefined: the page has no text for it. */
export function refusalKey(detail: string): keyof typeof en | undefined {
  return keys.find(([says]) => says.test(detail))?.[1];
}
