// The interface of a route, and of its calls.
import type { Answer, Violation } from './response.ts';
import type { GroupChange } from './change-record.ts';
import type { SentMail } from './sent-mail.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { LimitName } from './limits.ts';
import type { Profile } from './profile.ts';
import type { SimulatedGroup, Tenant } from './tenant.ts';

export interface Call {
  readonly tenant: Tenant;
  readonly method: string;
  /** Below `/v1.0`, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly now: number;
  readonly random: SeededRandom;
  readonly profile: Profile;
  /** Addresses under which `@odata.bind` may name objects; the first is the simulator's own. */
  readonly roots: readonly [string, ...string[]];
  /** The other host, which delivers reports. */
  readonly reportRoot: string;
  /** Keeps a fault of the caller that is answered otherwise than by a refusal. */
  violate(violation: Violation, detail: string): void;
  /** Keeps a change that was carried out. */
  record(
    group: Pick<SimulatedGroup, 'id'>,
    kind: GroupChange['kind'],
    personIds: readonly string[],
  ): void;
  /** Keeps a mail that was sent. */
  deliver(mail: SentMail): void;
  /** Keeps an invitation that was sent. */
  invite(address: string): void;
}

export interface Route {
  /** The kind of call, by which waits and statistics are kept. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly pattern: RegExp;
  /** Any one of these application permissions lets the call through. */
  readonly permissions: readonly string[];
  /** The limits that the call counts against, and its cost. */
  readonly costs: Partial<Record<LimitName, number>>;
  /** Whether the pattern's first group names a team, which has separate limits. */
  readonly onTeam?: boolean;
  readonly handle: (call: Call, params: readonly string[]) => Answer;
}

export const groupReaders = [
  'Group.ReadWrite.All',
  'Group.Read.All',
  'GroupMember.Read.All',
  'Directory.Read.All',
  'Directory.ReadWrite.All',
];
export const groupWriters = ['Group.ReadWrite.All', 'Directory.ReadWrite.All'];
export const userReaders = ['User.Read.All', 'User.ReadWrite.All', 'Directory.Read.All'];

export const guidPattern = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** One page of a list, with `@odata.nextLink` where more follows. */
export function page(call: Call, items: readonly unknown[], defaultSize = 100): Answer {
  const asked = Number(call.query.get('$top') ?? defaultSize);
  const size = Math.min(Number.isInteger(asked) && asked > 0 ? asked : defaultSize, 999);
  const start = Number(call.query.get('$skiptoken') ?? 0);
  const next = new URLSearchParams(call.query);
  next.set('$skiptoken', String(start + size));
  return {
    status: 200,
    body: {
      ...(call.query.get('$count') === 'true' ? { '@odata.count': items.length } : {}),
      ...(start + size < items.length
        ? { '@odata.nextLink': `${call.roots[0]}${call.path}?${next.toString()}` }
        : {}),
      value: items.slice(start, start + size),
    },
  };
}
