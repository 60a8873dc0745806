// `/users/delta`: the people who changed since a token. As documented, tokens live for seven days, later ones are answered
// 410, and the same change may be answered several times (concepts/delta-query-overview).
import { badRequest, Refusal, type Answer } from './response.ts';
import { userReaders, type Call, type Route } from './route.ts';
import { select } from './select.ts';
import { showUser, standardProperties } from './users.ts';

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
  return `${call.roots[0]}/users/delta?${name}=${encode(position)}`;
}

function readDelta(call: Call): Answer {
  const { tenant, query, now } = call;
  const token = query.get('$deltatoken') ?? query.get('$skiptoken');
  const properties = query.get('$select');
  if (token === 'latest') {
    const position = { after: tenant.userChanges.length, issuedAt: now, properties };
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
  const end = Math.min(position.after + changesPerPage, tenant.userChanges.length);
  const changes = tenant.userChanges.slice(Math.max(0, position.after - replayed), end);
  const next = { ...position, after: end, issuedAt: now };
  const shown = changes.map(({ userId }) => show(call, userId, position.properties));
  return page(
    shown,
    end < tenant.userChanges.length
      ? { '@odata.nextLink': link(call, '$skiptoken', next) }
      : { '@odata.deltaLink': link(call, '$deltatoken', next) },
  );
}

function page(value: readonly unknown[], links: Readonly<Record<string, string>>): Answer {
  return { status: 200, body: { ...links, value } };
}

function show({ tenant }: Call, userId: string, properties: string | null) {
  const user = tenant.usersByName.get(userId.toLowerCase());
  if (user === undefined) {
    const reason = tenant.deletedUsers.has(userId) ? 'changed' : 'deleted';
    return { id: userId, '@removed': { reason } };
  }
  const query = new URLSearchParams(properties === null ? {} : { $select: properties });
  return select(query, 'user', showUser(user), standardProperties);
}

export const userDeltaRoutes: readonly Route[] = [
  {
    name: 'users.delta',
    method: 'GET',
    pattern: /^\/users\/delta$/,
    permissions: userReaders,
    costs: { resourceUnits: 2 },
    handle: readDelta,
  },
];
