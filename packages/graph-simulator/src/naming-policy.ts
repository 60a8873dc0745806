// The tenant's naming policy for groups: a prefix and a suffix, and words that no name may contain.
import { Refusal } from './response.ts';

export interface NamingPolicy {
  readonly prefix?: string;
  readonly suffix?: string;
  /** Found in any case, as whole words. */
  readonly blockedWords?: readonly string[];
}

export interface GivenNames {
  readonly displayName?: string | undefined;
  readonly mailNickname?: string | undefined;
}

interface Detail {
  readonly code: string;
  readonly target: string;
  readonly message: string;
  readonly prefix?: string;
  readonly suffix?: string;
}

const per = "per your organization's Group naming requirements.";

/** Every name without its prefix or suffix; failing that, the first name with a blocked word. */
export function namingFaults(policy: NamingPolicy, names: GivenNames): readonly Detail[] {
  const { prefix = '', suffix = '', blockedWords = [] } = policy;
  const given = Object.entries(names).flatMap(([target, name]: [string, string | undefined]) =>
    name === undefined ? [] : [{ target, name: name.toLowerCase() }],
  );
  const missing = given
    .filter(
      ({ name }) => !name.startsWith(prefix.toLowerCase()) || !name.endsWith(suffix.toLowerCase()),
    )
    .map(({ target }) => ({
      target,
      code: 'MissingPrefixSuffix',
      message: `Property ${target} is missing a required prefix/suffix ${per}`,
      prefix,
      suffix,
    }));
  if (missing.length > 0) return missing;
  const blocked = given.find(({ name }) =>
    blockedWords.some((word) => hasWord(name, word.toLowerCase())),
  );
  if (blocked === undefined) return [];
  const { target } = blocked;
  const message = `Property ${target} contains one or more words that are not allowed ${per}`;
  return [{ target, code: 'ContainsBlockedWord', message }];
}

/** @throws Refusal as the creation of a group is refused */
export function requireNaming(policy: NamingPolicy, names: GivenNames): void {
  const [fault] = namingFaults(policy, names);
  if (fault !== undefined) throw new Refusal(400, 'Request_BadRequest', fault.message);
}

function hasWord(name: string, word: string): boolean {
  return name.split(/[^\p{L}\p{N}]+/u).includes(word);
}
