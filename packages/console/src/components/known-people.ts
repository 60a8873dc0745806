// The people behind e-mail addresses and user ids, by the directory. References that are asked for together go in one request;
// the answers are kept for a while.
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Answer } from '../api/route-types.ts';

export type KnownPerson = Pick<
  NonNullable<Answer<'post', '/people/lookup'>['items'][number]['person']>,
  'displayName' | 'email'
>;

const keyOf = (reference: string) => ['people', 'known', reference.toLowerCase()];
const knownForMs = 60_000;
const maxTogether = 200;

interface Waiting {
  readonly reference: string;
  readonly resolve: (person: KnownPerson | null) => void;
  readonly reject: (error: unknown) => void;
}

let waiting: Waiting[] = [];

function lookUp(reference: string): Promise<KnownPerson | null> {
  return new Promise((resolve, reject) => {
    waiting.push({ reference, resolve, reject });
    if (waiting.length === 1) queueMicrotask(() => void lookUpTogether());
  });
}

async function lookUpTogether(): Promise<void> {
  const asked = waiting;
  waiting = [];
  for (let start = 0; start < asked.length; start += maxTogether) {
    const part = asked.slice(start, start + maxTogether);
    try {
      const references = part.map(({ reference }) => reference);
      const { items } = await api.post('/people/lookup', { body: { references } });
      for (const [at, { resolve }] of part.entries()) resolve(items[at]?.person ?? null);
    } catch (error) {
      for (const { reject } of part) reject(error);
    }
  }
}

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const address = /^[^\s@]{1,64}@[^\s@.][^\s@]*$/;

/** Whether the service takes the text as a reference to a person. */
export function isReference(text: string): boolean {
  return text.length <= 320 && (guid.test(text) || address.test(text));
}

/**
 * By reference: the person, null if the directory has none, undefined while it is not known. What is no reference is
 * nobody's.
 */
export function useKnownPeople(
  references: readonly string[],
): ReadonlyMap<string, KnownPerson | null | undefined> {
  const found = useQueries({
    queries: references.map((reference) => ({
      queryKey: keyOf(reference),
      queryFn: () => lookUp(reference),
      enabled: isReference(reference),
      staleTime: knownForMs,
      // Without a directory, nobody is called unknown.
      retry: false,
    })),
  });
  return new Map(
    references.map((reference, at) => [reference, isReference(reference) ? found[at]?.data : null]),
  );
}

/** The name of each of these people; the reference where the directory has no name for it. Null is nobody: ''. */
export function usePeopleNames(
  references: readonly (string | null)[],
): (reference: string | null) => string {
  const known = useKnownPeople([...new Set(references)].filter((one) => one !== null));
  return (reference) => known.get(reference ?? '')?.displayName ?? reference ?? '';
}

/** A suggestion that was picked is known already. */
export function useRemember(): (reference: string, displayName: string | null) => void {
  const client = useQueryClient();
  return (reference, displayName) => {
    if (displayName === null) return;
    client.setQueryData(keyOf(reference), { displayName, email: reference });
  };
}
