// The open tasks of a person, and the groups with the roles of the person.
import { noLimit } from '../ground/group-limit.ts';
import type { Queryable } from '../postgres/database.ts';
import type { PersonGroupStore } from '../groups/change/person-groups.ts';
import type { TaskReader } from '../messages/tasks/read-tasks.postgres.ts';
import type { ReadMyGroups } from './my-groups.ts';

/** A page for a phone; a person with more groups finds them in the suite. */
const maxShown = 200;

export function createReadMyGroups(deps: {
  readonly database: Queryable;
  readonly tasks: Pick<TaskReader, 'list'>;
  readonly personGroups: Pick<PersonGroupStore, 'listGroups'>;
  /** The directory's id of the person with this address. */
  readonly findPersonId: (tenantId: string, email: string) => Promise<string | undefined>;
}): ReadMyGroups {
  const { database, tasks, personGroups, findPersonId } = deps;
  return async (tenantId, email) => {
    const personId = await findPersonId(tenantId, email);
    if (personId === undefined) return { tasks: [], groups: [], hasMore: false };
    const open = { state: 'open', assigneeId: personId } as const;
    const [mine, found] = await Promise.all([
      tasks.list(tenantId, open, { afterTaskId: undefined, limit: maxShown }),
      personGroups.listGroups(tenantId, personId, {
        afterTeamId: undefined,
        limit: maxShown + 1,
        within: noLimit,
      }),
    ]);
    const groups = found.slice(0, maxShown);
    const expiries = await database.query<{ teamId: string; expiresAt: Date }>(
      `select team_id, expires_at from group_lifecycles
      where tenant_id = $1 and team_id = any ($2::uuid[]) and expires_at is not null`,
      [tenantId, groups.map(({ teamId }) => teamId)],
    );
    const expiryOf = new Map(expiries.map(({ teamId, expiresAt }) => [teamId, expiresAt]));
    return {
      tasks: mine,
      groups: groups.map(({ teamId, displayName, mailNickName, state, roles }) => ({
        teamId,
        displayName,
        mailNickName,
        state,
        roles,
        expiresAt: expiryOf.get(teamId) ?? null,
      })),
      hasMore: found.length > maxShown,
    };
  };
}
