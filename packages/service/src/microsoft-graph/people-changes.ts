// Follows people of Microsoft 365: who changed, by a delta query, and the state of each account.
import type { User } from '@microsoft/microsoft-graph-types';
import type { CallContext } from '../directory/call-context.ts';
import type { PeopleLife, PersonState } from '../directory/people-life.ts';
import { readInBatches } from './batched-reads.ts';
import { readDelta } from './delta-query.ts';
import type { GraphClient } from './graph-client.ts';
import { statusFailure } from './graph-failures.ts';
import type { GraphResponse } from './graph-response.ts';
import { personProperties, toPerson } from './people.ts';
import { isCovered, leaveDatePermission, rolesOf } from './permissions.ts';
import type { TokenSource } from './token.ts';

/** A change of any of these makes a person appear in the delta query; the licences are not among them. */
const followed = 'id,accountEnabled,displayName,mail,userPrincipalName,userType';
const managerProperties = 'id,displayName,mail,userPrincipalName';

export function createPeopleChanges(deps: {
  client: GraphClient;
  tokens: Pick<TokenSource, 'token'>;
}): Omit<PeopleLife, 'inviteGuest'> {
  const { client, tokens } = deps;

  async function mayReadLeaveDates({ signal }: CallContext): Promise<boolean> {
    const roles = rolesOf(await tokens.token(signal));
    return roles !== undefined && isCovered(leaveDatePermission, roles);
  }

  function stateOf(id: string, answer: GraphResponse): PersonState {
    if (answer.status === 404) return { state: 'deleted', id };
    if (answer.status === 401 || answer.status === 403) {
      throw client.denied('read people', 'User.Read.All', answer);
    }
    const user = (answer.body ?? {}) as User & { manager?: User | null };
    const person = answer.status === 200 ? toPerson(user) : undefined;
    if (person === undefined) {
      const pausedMs = client.rateLimiter.blockedForMs('users.read');
      throw statusFailure('users.read', answer, { now: client.clock.now(), pausedMs });
    }
    const manager = user.manager == null ? undefined : toPerson(user.manager);
    return {
      ...person,
      state: 'present',
      manager: manager === undefined ? null : shortOf(manager),
      language: user.preferredLanguage ?? null,
      leavesOn: dateOf(user.employeeLeaveDateTime),
    };
  }

  return {
    readPeopleChanges: (token, context) =>
      readDelta(client, { of: 'users', properties: followed }, token, context),

    async readPeopleStates(ids, context) {
      const knowsLeaveDates = await mayReadLeaveDates(context);
      const properties = [
        personProperties,
        'preferredLanguage',
        ...(knowsLeaveDates ? ['employeeLeaveDateTime'] : []),
      ].join(',');
      const query = `?$select=${properties}&$expand=manager($select=${managerProperties})`;
      const states = new Map<string, PersonState>();
      await readInBatches(
        client,
        'users.read',
        [...new Set(ids)],
        'people',
        (id) => ({ method: 'GET', path: `/users/${encodeURIComponent(id)}${query}` }),
        (id, answer) => void states.set(id, stateOf(id, answer)),
        context,
      );
      const people = ids.map((id) => {
        const state = states.get(id);
        if (state === undefined) throw new Error(`The state of ${id} was not read.`);
        return state;
      });
      return { people, knowsLeaveDates };
    },
  };
}

function shortOf({ id, email, displayName }: { id: string; email: string; displayName: string }) {
  return { id, email, displayName };
}

function dateOf(text: string | null | undefined): Date | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time);
}
