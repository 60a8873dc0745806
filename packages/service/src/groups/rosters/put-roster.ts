// Takes a roster: keeps what the source names and accepts the operation that brings the group in line with it, in one
// transaction. An equal roster changes nothing and leaves no trace.
import type { Actor } from '../../audit/activity.ts';
import {
  DomainError,
  type FieldError,
  maxFaults,
  noShapeErrors,
  validationFailed,
} from '../../ground/errors.ts';
import { inInputOrder } from '../../ground/input-order.ts';
import { type ExpectedVersion, requireVersion } from '../../ground/record-store.ts';
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
import { invitingPolicy, requireValidRoster } from './check-roster.ts';
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
  /** It is a time of the governance clock. */
  readonly now: Date;
}

interface NewRoster extends Pick<ReceivedRoster, 'members' | 'hash' | 'allowsRemovals'> {
  readonly version: number;
  readonly isEnded: boolean;
}

/** The rosters of a group and its operations, in one transaction. */
export interface GroupTransaction {
  readonly accept: (
    requests: readonly OperationRequest[],
    decide: Decide,
  ) => Promise<readonly (AcceptedOperation | Error)[]>;
  readonly read: (source: string) => Promise<StoredRoster | undefined>;
  /** Members whose time is over at that moment. */
  readonly readPast: (
    source: string,
    at: Date,
  ) => Promise<readonly Pick<RosterMember, 'key' | 'until'>[]>;
  readonly write: (source: string, roster: NewRoster) => Promise<void>;
}

export interface RosterStore {
  read(this: void, key: RosterKey): Promise<StoredRoster | undefined>;
  /** Runs the work in one transaction. Requests about a group come one after the other. */
  change<T>(
    this: void,
    group: Omit<RosterKey, 'source'>,
    work: (within: GroupTransaction) => Promise<T>,
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
  readonly source: string;
  readonly version: number;
}

export type PutRoster = (request: RosterRequest) => Promise<AcceptedRoster>;

/** A change of a group with rosters of the same request: all of it is accepted, or nothing. */
export interface TogetherRequest {
  readonly change: OperationRequest;
  /** Each with its place in the body. */
  readonly rosters: readonly (RosterRequest & { readonly at: string })[];
  /** Faults that were found before. */
  readonly faults: readonly FieldError[];
}

export interface AcceptedTogether {
  readonly operation: AcceptedOperation;
  readonly rosters: readonly AcceptedRoster[];
}

export interface PutRosters {
  readonly putRoster: PutRoster;
  readonly putTogether: (request: TogetherRequest) => Promise<AcceptedTogether>;
  /** The answers where every roster says the same already, which is read without a lock; undefined: one does not. */
  readonly findUnchanged: (
    rosters: readonly RosterRequest[],
  ) => Promise<readonly AcceptedRoster[] | undefined>;
}

export function createPutRosters(
  deps: DecideRules & {
    readonly store: RosterStore;
    /** Called after the commit. */
    readonly onAccepted: (tenantId: string) => void;
  },
): PutRosters {
  const { store, clock, onAccepted } = deps;
  const decideAny = createDecide(deps);
  return { putRoster, putTogether, findUnchanged };

  async function putRoster(request: RosterRequest): Promise<AcceptedRoster> {
    const accepted = await store.change(request, async (within) =>
      putWithin(within, request, await within.read(request.source)),
    );
    if (accepted.changed) onAccepted(request.tenantId);
    return accepted;
  }

  async function putTogether({
    change,
    rosters,
    faults: found,
  }: TogetherRequest): Promise<AcceptedTogether> {
    const accepted = await store.change(change, async (within) => {
      const faults = [...found];
      let unlisted = 0;
      const collect = async <T>(work: () => Promise<T>, at = ''): Promise<T | undefined> => {
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
          faults.push(...placedAt(error.faults, at));
          unlisted += error.unlisted;
          return undefined;
        }
      };
      const operation = await collect(async () => onlyOf(await within.accept([change], decideAny)));
      const put: AcceptedRoster[] = [];
      for (const { at, ...roster } of rosters) {
        const one = await collect(async () => {
          const stored = await within.read(roster.source);
          return unchangedBy(roster, stored) ?? putWithin(within, roster, stored);
        }, at);
        if (one !== undefined) put.push(one);
      }
      const all = inInputOrder(faults, change.body);
      if (operation === undefined || all.length > 0) {
        const listed = all.slice(0, maxFaults);
        throw validationFailed(listed, unlisted + all.length - listed.length);
      }
      return { operation, rosters: put };
    });
    if ([accepted.operation, ...accepted.rosters].some(({ changed }) => changed)) {
      onAccepted(change.tenantId);
    }
    return accepted;
  }

  async function findUnchanged(
    rosters: readonly RosterRequest[],
  ): Promise<readonly AcceptedRoster[] | undefined> {
    const found = await Promise.all(
      rosters.map(async (roster) => unchangedBy(roster, await store.read(roster))),
    );
    return found.every((one) => one !== undefined) ? found : undefined;
  }

  async function putWithin(
    within: GroupTransaction,
    request: RosterRequest,
    stored: Awaited<ReturnType<GroupTransaction['read']>>,
  ): Promise<AcceptedRoster> {
    // If-Match is about the roster, and not about its group.
    const { ifVersion, ...others } = request;
    const { received, source, allowsRemovals } = others;
    const hash = received?.hash ?? '';
    const now = stored?.now ?? new Date(clock.now());
    const past = received === undefined ? [] : await within.readPast(source, now);
    const version = (stored?.version ?? 0) + 1;
    let isNew = false;
    const decide: Decide = (asked, record, known) => {
      if (known === undefined && (record === undefined || !isWithin(asked.within, record))) {
        throw absentOrMisshaped(received?.shape ?? noShapeErrors);
      }
      const acceptance = decideAny(asked, record, known);
      if (!('change' in acceptance)) return acceptance;
      requireVersion(stored?.version, ifVersion, 'roster');
      if (received !== undefined && record !== undefined) {
        const { refusesGuests } = acceptance.change.roster ?? {};
        requireValidRoster(received, past, now, invitingPolicy(record, refusesGuests));
      }
      const { requestHash } = acceptance;
      const earlier = unchangedBy(request, stored);
      if (earlier !== undefined) return { request: asked, earlier, requestHash };
      isNew = true;
      // The version is no part of the request, which may be repeated.
      const roster = Object.assign({}, acceptance.change.roster, { source, version });
      return { ...acceptance, change: { roster } };
    };
    const roster = { source, version: 0, hash: allowsRemovals ? `${hash} allow` : hash };
    const asked = { ...others, kind: 'roster', change: { roster } } as const;
    const operation = onlyOf(await within.accept([asked], decide));
    if (!isNew) return { ...operation, source, version: stored?.version ?? 0 };
    const members = received?.members ?? [];
    const isEnded = received === undefined;
    await within.write(source, { version, hash, allowsRemovals, isEnded, members });
    return { ...operation, source, version };
  }
}

function onlyOf([operation]: readonly (AcceptedOperation | Error)[]): AcceptedOperation {
  if (operation === undefined || operation instanceof Error) {
    throw operation ?? new Error('No answer.');
  }
  return operation;
}

export function placedAt(faults: readonly FieldError[], at: string): readonly FieldError[] {
  return faults.map(({ pointer = '', code, detail, values }) => ({
    pointer: `${at}${pointer}`,
    code,
    detail,
    ...(values !== undefined && { values }),
  }));
}

/** The answer if the roster says the same already. */
export function unchangedBy(
  request: Pick<RosterRequest, 'source' | 'received' | 'allowsRemovals'>,
  stored: StoredRoster | undefined,
): AcceptedRoster | undefined {
  if (!isUnchanged(request, stored)) return undefined;
  const { operationId = null, status = 'succeeded' } = stored?.pending ?? {};
  const { source } = request;
  const version = stored?.version ?? 0;
  return { kind: 'roster', operationId, status, changed: false, source, version };
}

/** The roster says the same already, and the group is in line with it or about to be. */
function isUnchanged(
  { received, allowsRemovals }: Pick<RosterRequest, 'received' | 'allowsRemovals'>,
  stored: StoredRoster | undefined,
): boolean {
  // To end a roster that is gone, or never was, has its effect already.
  if (stored === undefined) return received === undefined;
  const { hash, isEnded, held, isApplied, pending } = stored;
  const isEqual = received === undefined ? isEnded : !isEnded && hash === received.hash;
  const confirms = held > 0 && allowsRemovals;
  return isEqual && !confirms && (isApplied || pending !== null);
}
