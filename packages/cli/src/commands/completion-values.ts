// Values that only the service knows, such as aliases of groups, for the completion scripts. A shell that completes
// waits, so a slow or absent service gives no values, and no error.
import { type Client, type FoundPeople, governanceOf } from '@groupwright/client';
import type { Argument, Option } from 'commander';
import type { Context } from '../context/context.ts';
import { listProfiles } from '../context/credentials.ts';
import { readSamples } from './webhook-trigger.commands.ts';

const maxListed = 100;

/** The service searches people by no shorter text. */
const shortestSearch = 2;

/** @param beginning of the values, for a service that searches by it */
type Read = (
  context: Context,
  client: () => Promise<Client>,
  beginning: string,
) => AsyncIterable<string>;

const reads = {
  organisation: async function* (_context, client) {
    for await (const { identifier } of (await client()).listOrganisations()) yield identifier;
  },
  template: async function* (_context, client) {
    const of = await client();
    for await (const { identifier: organisation } of of.listOrganisations()) {
      for (const { identifier } of await of.listTemplates(organisation)) yield identifier;
    }
  },
  team: async function* (_context, client) {
    for await (const { mailNickName } of (await client()).listTeams()) yield mailNickName;
  },
  task: async function* (_context, client) {
    const open = governanceOf(await client()).listTasks({ state: 'open' });
    for await (const { taskId } of open) yield taskId;
  },
  review: async function* (_context, client) {
    const undecided = governanceOf(await client()).listReviews({ state: 'open' });
    for await (const { reviewId } of undecided) yield reviewId;
  },
  batch: async function* (_context, client) {
    for await (const { batchId } of governanceOf(await client()).listBatches()) yield batchId;
  },
  person: async function* (_context, client, beginning) {
    if (beginning.length < shortestSearch) return;
    const query = { search: beginning, limit: 20 };
    const { items } = await (await client()).request<FoundPeople>('GET', '/people', { query });
    for (const { email } of items) if (email !== null) yield email;
  },
  profile: async function* ({ env }) {
    yield* await listProfiles(env);
  },
  type: async function* (context) {
    yield* (await readSamples(context)).keys();
  },
} as const satisfies Readonly<Record<string, Read>>;

export type ValueKind = keyof typeof reads;
export const valueKinds = Object.keys(reads) as readonly ValueKind[];

/** The kind of an argument such as `<team>`, or of an option such as `--organisation <id>` or `--owner <person>`. */
export function valueKindOf(one: Argument | Option): ValueKind | undefined {
  const names =
    'long' in one ? [one.long?.replace(/^-+/, ''), /<(\w+)>/.exec(one.flags)?.[1]] : [one.name()];
  return valueKinds.find((kind) => names.includes(kind));
}

/** They begin with the text, each once; none that come later than `withinMs`. */
export async function completionValues(
  context: Context,
  kind: ValueKind,
  beginning: string,
  withinMs: number,
): Promise<readonly string[]> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(withinMs)]);
  const own = { ...context, signal };
  const found = new Set<string>();
  try {
    const ended = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    const values = reads[kind](own, () => own.client(), beginning)[Symbol.asyncIterator]();
    while (found.size < maxListed) {
      const { done, value } = await Promise.race([values.next(), ended]);
      if (done === true) break;
      if (value !== '' && value.startsWith(beginning)) found.add(value);
    }
  } catch {
    // Nothing to offer.
  }
  return [...found];
}
