// Follows the people of a tenant whose availability matters: reads who changed since the last time, and everyone once a
// day or after the directory has forgotten the position. All results are written together with the new position, so an
// interrupted attempt loses nobody.
import type { CallContext } from '../../directory/call-context.ts';
import { type Directory, DirectoryError } from '../../directory/directory.ts';
import { personKey } from '../../directory/person-reference.ts';
import type { PersonState } from '../../directory/people-life.ts';
import type { Retry } from '../../engine/retry.ts';

export interface FollowPosition {
  readonly token: string | null;
  /** Everyone is due. */
  readonly isCheckOfAll: boolean;
  /** The last announcement of changes; a later one makes the tenant due at once. */
  readonly announcement: string | null;
}

export interface WatchedIds {
  /** Everyone to watch. */
  readonly all: ReadonlySet<string>;
  /** The state of these was never read. */
  readonly unknown: readonly string[];
}

export interface Followed {
  /** States that were read: of some people, or of all. */
  readonly states: readonly PersonState[];
  readonly token: string;
  /** The position has it. */
  readonly announcement: string | null;
  readonly hasCheckedAll: boolean;
  readonly knowsLeaveDates: boolean | undefined;
  /** Ids of the stewards, by the texts that name them: another steward has another text. */
  readonly stewards: Readonly<Record<string, string>>;
}

export interface FollowStore {
  position(tenantId: string): Promise<FollowPosition>;
  /** @param others people who are watched beside those who the records name */
  watchedIds(tenantId: string, others: readonly string[]): Promise<WatchedIds>;
  record(tenantId: string, followed: Followed): Promise<void>;
}

/** People per read, after each of which callers go first. */
const peoplePerRead = 200;
/** It counts changes: more than a large organisation has between two checks of everyone. */
const mostPages = 5_000;

export function createFollowPeople(deps: {
  readonly tenantId: string;
  readonly directory: Pick<Directory, 'readPeopleChanges' | 'readPeopleStates' | 'resolvePeople'>;
  readonly store: FollowStore;
  /** The stewards as the configuration names them. */
  readonly stewards: readonly string[];
  readonly retry: Retry;
  readonly yieldToCallers: () => Promise<void>;
}) {
  const { tenantId, directory, store, retry, yieldToCallers } = deps;

  return async function followPeople(context: CallContext): Promise<void> {
    const call = { ...context, isBackground: true };
    const stewards = await findStewards(call);
    const watched = await store.watchedIds(tenantId, Object.values(stewards));
    const position = await store.position(tenantId);
    const changes = await readChanges(position.token, watched.all, call);
    const readsAll = position.isCheckOfAll || changes.isStart;
    const wanted = readsAll
      ? [...watched.all]
      : [...new Set([...watched.unknown, ...changes.changedIds])];
    const { states, knowsLeaveDates } = await readStates(wanted, watched.all, call);
    await store.record(tenantId, {
      states,
      token: changes.token,
      announcement: position.announcement,
      hasCheckedAll: readsAll,
      knowsLeaveDates,
      stewards,
    });
  };

  async function findStewards(call: CallContext): Promise<Record<string, string>> {
    const references = [...new Set(deps.stewards)];
    if (references.length === 0) return {};
    await yieldToCallers();
    const found = await retry(call, () => directory.resolvePeople(references, call));
    const ids = new Map(
      found.map(({ reference, person }) => [personKey(reference), person?.id.toLowerCase()]),
    );
    return Object.fromEntries(
      references.flatMap((reference) => {
        const id = ids.get(personKey(reference));
        return id === undefined ? [] : [[reference, id]];
      }),
    );
  }

  /** It belongs to the watched. After a start, changes of before it are unknown. */
  async function readChanges(from: string | null, watched: ReadonlySet<string>, call: CallContext) {
    const changedIds = new Set<string>();
    let token = from ?? undefined;
    let isStart = token === undefined;
    for (let pages = 0; pages < mostPages; pages += 1) {
      await yieldToCallers();
      const position = token;
      const page = await retry(call, () => directory.readPeopleChanges(position, call));
      if (page.state === 'expired') {
        token = undefined;
        isStart = true;
        continue;
      }
      for (const id of page.changedIds) if (watched.has(id)) changedIds.add(id);
      ({ token } = page);
      if (page.isLast) return { changedIds, token, isStart };
    }
    throw new DirectoryError('unavailable', 'The changes of people in Microsoft 365 have no end.');
  }

  /** The result has the managers of these people, whose states are needed, too. */
  async function readStates(
    ids: readonly string[],
    watched: ReadonlySet<string>,
    call: CallContext,
  ) {
    const states = new Map<string, PersonState>();
    let knowsLeaveDates: boolean | undefined;
    const read = async (wanted: readonly string[]) => {
      for (let start = 0; start < wanted.length; start += peoplePerRead) {
        call.signal.throwIfAborted();
        await yieldToCallers();
        const chunk = wanted.slice(start, start + peoplePerRead);
        const answer = await retry(call, () => directory.readPeopleStates(chunk, call));
        ({ knowsLeaveDates } = answer);
        for (const state of answer.people) states.set(state.id.toLowerCase(), state);
      }
    };
    await read(ids);
    const managers = [...states.values()].flatMap((state) =>
      state.state === 'present' && state.manager !== null ? [state.manager.id.toLowerCase()] : [],
    );
    await read([...new Set(managers)].filter((id) => !states.has(id) && !watched.has(id)));
    return { states: [...states.values()], knowsLeaveDates };
  }
}
