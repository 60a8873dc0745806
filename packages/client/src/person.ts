// One person: the groups, and their handover to other people, followed to its end.
import type { Deps } from './dependencies.ts';
import { followStatus, lastOfAll } from './follow.ts';
import { changeOf, readOptions, type CallOptions, type WaitOptions } from './options.ts';
import { createCircleCheck, itemsOf, queryOf } from './pages.ts';
import { operationPath } from './team.ts';
import type { Call, Query, Transport } from './transport.ts';
import type {
  DeparturePlan,
  HandedOver,
  HeldRole,
  Operation,
  PersonGroup,
  PersonHandover,
  PersonHandoverResult,
} from './types.ts';

/** The plan for all groups of the person. */
export type PersonHandoverPlan = Omit<DeparturePlan, 'nextLink'>;

export interface PersonHandoverOptions extends CallOptions {
  /** 1 to 250 printable ASCII characters. Calls with the same key and handover return the same operations. */
  readonly idempotencyKey?: string;
}

/** The accepted operations, one for each group, and the groups that were refused. */
export interface AcceptedHandover extends Omit<PersonHandoverResult, 'nextLink'> {
  /**
   * Resolves with each operation once it is final; failed ones are among them and not thrown.
   *
   * @throws StillWaitingError with what is done so far, when the signal ends the wait
   */
  waitForAll(this: void, options?: WaitOptions<Operation>): Promise<readonly Operation[]>;
}

export interface PersonHandle {
  /** User ID or e-mail address. */
  readonly person: string;
  /** Every group of the person with the roles, newest first, page by page as they are read. */
  groups(options?: CallOptions): AsyncGenerator<PersonGroup, void>;
  /** The roles that the person has or had, page by page as they are read. */
  heldRoles(options?: CallOptions): AsyncGenerator<HeldRole, void>;
  /** Predicts the result of `handOver` for each group, without changing anything. */
  planHandover(handover?: PersonHandover, options?: CallOptions): Promise<PersonHandoverPlan>;
  /**
   * Hands over every group for which the person is responsible or deputy: to `to`, else to the deputies. A group that
   * is refused has an `error` and does not affect the others. Where rosters keep the person, `rosters` names them.
   */
  handOver(handover?: PersonHandover, options?: PersonHandoverOptions): Promise<AcceptedHandover>;
}

/** Groups in one request. */
const pageLimit = 200;

export function createPersonHandle(transport: Transport, deps: Deps, person: string): PersonHandle {
  const path = `/people/${encodeURIComponent(person)}` as const;

  /** Sends the same body for each page. */
  async function postAll<Page extends { readonly nextLink?: string }>(
    callOf: (page: number) => Pick<Call, 'path' | 'body' | 'headers' | 'options'>,
  ): Promise<readonly [Page, ...Page[]]> {
    const post = async (page: number, query: Query): Promise<Page> =>
      (await transport.call<Page>({ ...callOf(page), method: 'POST', query })).body;
    const checkCircle = createCircleCheck();
    const pages: [Page, ...Page[]] = [await post(0, { limit: pageLimit })];
    for (;;) {
      const nextLink = pages.at(-1)?.nextLink;
      checkCircle(nextLink);
      const query = queryOf(nextLink);
      if (query === undefined) return pages;
      pages.push(await post(pages.length, query));
    }
  }

  return {
    person,
    groups: (options) => itemsOf(transport, `${path}/groups`, options),
    heldRoles: (options) => itemsOf(transport, `${path}/responsibilities`, options),
    async planHandover(handover = {}, given = {}) {
      // A plan takes no reason.
      const body = { ...handover, reason: undefined };
      const options = readOptions(given);
      const [first, ...others] = await postAll<DeparturePlan>(() => ({
        path: `${path}/handover/plan`,
        body,
        options,
      }));
      return {
        person: first.person,
        items: [first, ...others].flatMap(({ items }) => items),
      };
    },
    async handOver(body = {}, given = {}) {
      const { idempotencyKey = globalThis.crypto.randomUUID(), ...options } = given;
      const keyOf = (page: number) => (page === 0 ? idempotencyKey : `${idempotencyKey}/${page}`);
      // Before anything is sent: no later page has a longer key.
      changeOf({ idempotencyKey: keyOf(9999) });
      const pages = await postAll<PersonHandoverResult>((page) => ({
        path: `${path}/handover`,
        body,
        ...changeOf({ ...options, idempotencyKey: keyOf(page) }),
      }));
      const items = pages.flatMap((page) => page.items);
      const accepted = items.filter(({ operationId }) => operationId !== undefined);
      return {
        person: pages[0].person,
        accepted: accepted.length,
        refused: items.filter(({ error }) => error !== undefined).length,
        leftToRosters: items.filter(({ error, status }) => (error ?? status) === undefined).length,
        items,
        async waitForAll(wait = {}) {
          const follow = ({ teamId, operationId = '' }: HandedOver, call: CallOptions) =>
            followStatus<Operation>(transport, deps, operationPath(teamId, operationId), call);
          return lastOfAll(accepted, follow, readOptions(wait, 'onProgress'));
        },
      };
    },
  };
}
