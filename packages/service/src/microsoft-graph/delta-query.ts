// Reads a delta query of Microsoft Graph from a token on: which objects changed. Their changes are not taken from it.
import type { CallContext } from '../directory/call-context.ts';
import type { DirectoryChanges } from '../directory/people-life.ts';
import { DirectoryError } from '../directory/directory.ts';
import type { GraphClient } from './graph-client.ts';
import { statusFailure } from './graph-failures.ts';
import type { GraphResponse } from './graph-response.ts';

interface DeltaPage {
  readonly value?: readonly { readonly id?: string }[];
  readonly '@odata.nextLink'?: string;
  readonly '@odata.deltaLink'?: string;
}

/** @param query.properties a change of any of these makes an object appear */
export async function readDelta(
  client: GraphClient,
  query: { readonly of: 'users' | 'groups'; readonly properties: string },
  token: string | undefined,
  context: CallContext,
): Promise<DirectoryChanges> {
  const name = `${query.of}.delta` as const;
  const answer = await client.call(
    {
      name,
      method: 'GET',
      path: `/${query.of}/delta${token ?? `?$deltatoken=latest&$select=${query.properties}`}`,
      accept: [400, 410],
    },
    context,
  );
  if (answer.status >= 300) {
    if (isExpired(answer)) return { state: 'expired' };
    const pausedMs = client.rateLimiter.blockedForMs(name);
    throw statusFailure(name, answer, { now: client.clock.now(), pausedMs });
  }
  const page = (answer.body ?? {}) as DeltaPage;
  const link = page['@odata.nextLink'] ?? page['@odata.deltaLink'];
  if (link === undefined || !Array.isArray(page.value)) throw unreadable();
  return {
    state: 'read',
    changedIds: page.value.flatMap(({ id }) => (id === undefined ? [] : [id.toLowerCase()])),
    // Only the query: the path and host of a call are never those of an answer.
    token: queryOf(link),
    isLast: page['@odata.nextLink'] === undefined,
  };
}

/** Some of these are documented, and others were reported for directory objects. */
function isExpired({ status, error: { code } }: GraphResponse): boolean {
  return status === 410 || /^(?:syncStateNotFound|Directory_ExpiredPageToken)$/i.test(code);
}

function queryOf(link: string): string {
  if (!URL.canParse(link)) throw unreadable();
  return new URL(link).search;
}

function unreadable(): DirectoryError {
  return new DirectoryError('unavailable', 'The answer from Microsoft 365 is not readable.');
}
