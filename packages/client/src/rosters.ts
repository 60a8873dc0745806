// The rosters of one group: the people whom each source names.
import type { AcceptedOperation } from './accepted-operation.ts';
import { answerTo, bodyOf, withEtag, type Answer } from './answer.ts';
import {
  changeOf,
  ifMatchOf,
  readOptions,
  type CallOptions,
  type ChangeOptions,
  type PlanOptions,
} from './options.ts';
import { filteredItemsOf } from './pages.ts';
import type { Call, Transport } from './transport.ts';
import type { ListedRoster, Roster, RosterBody, RosterMember, RosterPlan } from './types.ts';

export interface EndRosterOptions extends ChangeOptions {
  /** `allow`: however many people leave, nobody has to confirm it. */
  readonly removals?: 'allow';
}

/** A user ID or an e-mail address, or more about the person: `role`, `until`, `guest`. */
export type NamedPerson = string | RosterBody['members'][number];

export interface ReadRosterOptions extends CallOptions {
  /** Only the people with this result. */
  readonly result?: NonNullable<RosterMember['result']>;
}

/** The rosters of a group. Each source owns its own one. */
export interface Rosters {
  /**
   * Sets everyone whom the source names. Nobody whom a hand added, or whom another source names, leaves by it. An equal
   * roster changes nothing: then `changed` is false.
   */
  put(source: string, roster: RosterBody, options?: ChangeOptions): Answer<AcceptedOperation>;
  /** Predicts the result of `put` for each person, and lists every fault at once. Changes nothing. */
  plan(source: string, roster: RosterBody, options?: PlanOptions): Answer<RosterPlan>;
  /** The rosters of the group, with how many of their people have each result. */
  list(options?: CallOptions): Promise<readonly ListedRoster[]>;
  /** The roster with the first of its people. Its `etag` is the `ifMatch` of `put`. */
  get(source: string, options?: ReadRosterOptions): Answer<Roster>;
  /** The people whom the source names, page by page as they are read, each with the result. */
  members(source: string, options?: ReadRosterOptions): AsyncGenerator<RosterMember, void>;
  /** Ends the roster. Its people leave by the rules of `put`. */
  delete(source: string, options?: EndRosterOptions): Answer<AcceptedOperation>;
}

export const rosterPath = (team: `/${string}`, source: string) =>
  `${team}/rosters/${encodeURIComponent(source)}` as const;

export const namedPerson = (person: NamedPerson) =>
  typeof person === 'string' ? { person } : person;

export function createRosters(
  transport: Transport,
  path: `/${string}`,
  operate: (call: () => Call) => Answer<AcceptedOperation>,
): Rosters {
  const pathOf = (source: string) => rosterPath(path, source);
  return {
    put: (source, body, options = {}) =>
      operate(() => ({ method: 'PUT', path: pathOf(source), body, ...changeOf(options) })),
    plan: (source, body, given = {}) =>
      bodyOf(transport, () => ({
        method: 'POST',
        path: `${pathOf(source)}/plan`,
        body,
        options: readOptions(given, 'ifMatch'),
        headers: ifMatchOf(given),
      })),
    async list(given = {}) {
      const call = { method: 'GET', path: `${path}/rosters`, options: readOptions(given) } as const;
      return (await transport.call<{ items: ListedRoster[] }>(call)).body.items;
    },
    get: (source, given = {}) =>
      answerTo(
        transport,
        () => {
          const { result, ...options } = readOptions(given, 'result');
          return { method: 'GET', path: pathOf(source), query: { result }, options };
        },
        withEtag<Roster>,
      ),
    members: (source, options) => filteredItemsOf(transport, pathOf(source), options),
    delete: (source, { removals, ...options } = {}) =>
      operate(() => ({
        method: 'DELETE',
        path: pathOf(source),
        query: { removals },
        ...changeOf(options),
      })),
  };
}
