// A delta query: what changed since a token. As documented, tokens live for seven days, later ones are answered 410, and
// the same change may be answered several times (concepts/delta-query-overview).
import { badRequest, Refusal, type Answer } from './response.ts';
import type { Call } from './route.ts';

const tokenLifetimeMs = 7 * 86_400_000;
const changesPerPage = 20;
/** A read repeats this many earlier changes at most. */
const maxReplayed = 5;

interface Position {
  /** Number of changes that the caller has read. */
  readonly after: number;
  readonly issuedAt: number;
  /** `$select` of the first call; later ones must not repeat it. */
  readonly properties: string | null;
}

function encode(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function decode(token: string): Position {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as Position;
  } catch {
    throw badRequest('unsupported_query', 'The token of the delta query is malformed.');
  }
}

function expired(): Refusal {
  const message = 'The sync state generation is not found; continue with a full synchronisation.';
  return new Refusal(410, 'SyncStateNotFound', message);
}

function link(call: Call, name: '$deltatoken' | '$skiptoken', position: Position): string {
  return `${call.roots[0]}${call.path}?${name}=${encode(position)}`;
}

/**
 * @param ids of the changed objects, oldest first
 * @param show an object as it is now
 */
export function readDelta(
  call: Call,
  ids: readonly string[],
  show: (id: string, query: URLSearchParams) => unknown,
): Answer {
  const { query, now } = call;
  const token = query.get('$deltatoken') ?? query.get('$skiptoken');
  const properties = query.get('$select');
  if (token === 'latest') {
    const position = { after: ids.length, issuedAt: now, properties };
    return page([], { '@odata.deltaLink': link(call, '$deltatoken', position) });
  }
  if (token === null) {
    throw badRequest('unsupported_query', 'The simulator begins a delta query with “latest” only.');
  }
  if (properties !== null) {
    throw badRequest('unsupported_query', '$select is encoded in the token already.');
  }
  const position = decode(token);
  if (now - position.issuedAt > tokenLifetimeMs) throw expired();
  const isHostile = call.profile.faultChance > 0;
  const replayed = isHostile
    ? Math.floor(call.random.fraction(`delta ${token}`) * (maxReplayed + 1))
    : 0;
  const end = Math.min(position.after + changesPerPage, ids.length);
  const changes = ids.slice(Math.max(0, position.after - replayed), end);
  const next = { ...position, after: end, issuedAt: now };
  const selected = new URLSearchParams(
    position.properties === null ? {} : { $select: position.properties },
  );
  return page(
    changes.map((id) => show(id, selected)),
    end < ids.length
      ? { '@odata.nextLink': link(call, '$skiptoken', next) }
      : { '@odata.deltaLink': link(call, '$deltatoken', next) },
  );
}

function page(value: readonly unknown[], links: Readonly<Record<string, string>>): Answer {
  return { status: 200, body: { ...links, value } };
}
