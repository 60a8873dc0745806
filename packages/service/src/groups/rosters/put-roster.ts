// Takes a roster: keeps what the source names and accepts the operation that brings the group in line with it, in one
// transaction. An equal roster changes nothing and leaves no trace.
import type { Actor } from '../../audit/activity.ts';
import { DomainError, noShapeErrors, notFound } from '../../ground/errors.ts';
import { type ExpectedVersion, isExpected } from '../../ground/expected-version.ts';
import { type GroupLimit, isWithin } from '../../ground/group-limit.ts';
import type { RequestKey } from '../../ground/idempotency-key.ts';
import {
  absentOrMisshaped,
  type AcceptedOperation,
  createDecide,
  type Decide,
  type DecideRules,
  type OperationRequest,
} from '../change/accept-operation.ts';
import type { OperationStatus } from '../change/operation.ts';
import { requireValidRoster } from './check-roster.ts';
import type { ReceivedRoster } from './receive-roster.ts';
import type { RosterMember } from './roster.ts';

export interface RosterKey {
  readonly tenantId: string;
  readonly teamId: string;
  readonly source: string;
}

export interface StoredRoster {
  readonly version: number;
  readonly hash: string;
  readonly isEnded: boolean;
  readonly held: number;
  readonly isApplied: boolean;
  /** The operation that brings the group in line with the present version. */
  readonly pending: { readonly operationId: string; readonly status: OperationStatus } | null;
  /** By the governance clock. */
  readonly now: Date;
}

interface NewRoster extends Pick<ReceivedRoster, 'members' | 'hash' | 'allowsRemovals'> {
  readonly version: number;
  readonly isEnded: boolean;
}

export interface RosterStore {
  /** Runs the work in one transaction. Requests about a group come one after the other. */
  change<T>(
    this: void,
    key: RosterKey,
    work: (
      roster: StoredRoster | undefined,
      within: {
        readonly accept: (
          requests: readonly OperationRequest[],
          decide: Decide,
        ) => Promise<readonly (AcceptedOperation | Error)[]>;
        /** Members whose time is over at that moment. */
        readonly readPast: (at: Date) => Promise<readonly Pick<RosterMember, 'key' | 'until'>[]>;
        readonly write: (roster: NewRoster) => Promise<void>;
      },
    ) => Promise<T>,
  ): Promise<T>;
}

export interface RosterRequest extends RosterKey {
  /** Undefined: the source gives its roster up. */
  readonly received: ReceivedRoster | undefined;
  readonly allowsRemovals: boolean;
  readonly reason: string | null;
  readonly actor: Actor;
  readonly within: GroupLimit;
  readonly ifVersion?: ExpectedVersion;
  readonly key?: RequestKey | undefined;
}

export interface AcceptedRoster extends AcceptedOperation {
  readonly version: number;
}

export type PutRoster = (request: RosterRequest) => Promise<AcceptedRoster>;

export function createPutRoster(
  deps: DecideRules & {
    readonly store: RosterStore;
    /** Called after the commit. */
    readonly onAccepted: (tenantId: string) => void;
  },
): PutRoster {
  const { store, clock, onAccepted } = deps;
  const decideAny = createDecide(deps);

  return async (request) => {
    // If-Match is about the roster, and not about its group.
    const { ifVersion, ...others } = request;
    const { received, source, allowsRemovals } = others;
    const hash = received?.hash ?? '';
    const accepted = await store.change(request, async (stored, within) => {
      const now = stored?.now ?? new Date(clock.now());
      const past = received === undefined ? [] : await within.readPast(now);
      const version = (stored?.version ?? 0) + 1;
      let isNew = false;
      const decide: Decide = (asked, record, known) => {
        if (known === undefined && (record === undefined || !isWithin(asked.within, record))) {
          throw absentOrMisshaped(received?.shape ?? noShapeErrors);
        }
        const acceptance = decideAny(asked, record, known);
        if (!('change' in acceptance)) return acceptance;
        if (!isExpected(stored?.version, ifVersion)) throw rosterChanged();
        if (received === undefined && (stored === undefined || isGone(stored))) throw notFound();
        if (received !== undefined) requireValidRoster(received, past, now);
        const { requestHash, kind } = acceptance;
        if (isUnchanged(request, stored)) {
          const { operationId = null, status = 'succeeded' } = stored?.pending ?? {};
          const earlier = { operationId, kind, status, changed: false };
          return { request: asked, earlier, requestHash };
        }
        isNew = true;
        // The version is no part of the request, which may be repeated.
        const roster = Object.assign({}, acceptance.change.roster, { source, version });
        return { ...acceptance, change: { roster } };
      };
      const roster = { source, version: 0, hash: allowsRemovals ? `${hash} allow` : hash };
      const asked = { ...others, kind: 'roster', change: { roster } } as const;
      const [operation] = await within.accept([asked], decide);
      if (operation === undefined || operation instanceof Error) {
        throw operation ?? new Error('No answer.');
      }
      if (!isNew) return { ...operation, version: stored?.version ?? 0 };
      const members = received?.members ?? [];
      const isEnded = received === undefined;
      await within.write({ version, hash, allowsRemovals, isEnded, members });
      return { ...operation, version };
    });
    if (accepted.changed) onAccepted(request.tenantId);
    return accepted;
  };
}

/** The roster says the same already, and the group is in line with it or about to be. */
function isUnchanged(
  { received, allowsRemovals }: RosterRequest,
  stored: StoredRoster | undefined,
): boolean {
  if (stored === undefined) return false;
  const { hash, isEnded, held, isApplied, pending } = stored;
  const isEqual = received === undefined ? isEnded : !isEnded && hash === received.hash;
  const confirms = held > 0 && allowsRemovals;
  return isEqual && !confirms && (isApplied || pending !== null);
}

/** The roster was given up, and its people have left. */
function isGone({ isEnded, isApplied, held }: StoredRoster): boolean {
  return isEnded && isApplied && held === 0;
}

function rosterChanged(): DomainError {
  return new DomainError(
    'version_conflict',
    'The roster was changed since you read it. Read it again, and repeat the request for its new version.',
  );
}
