// A link in a message lasts until its question ends or asks others. Someone who stopped to answer for the group in the meantime, or
// to be its steward or an administrator, decides nothing with it.
import { isGuid } from '../directory/person-reference.ts';
import { notFound } from '../ground/errors.ts';
import type { TaskHandler } from '../messages/tasks/decide-task.postgres.ts';
import { responsibilityKinds, type Task } from '../messages/tasks/task.ts';
import type { Query, Queryable } from '../postgres/database.ts';
import { assessAtNextTick } from './governed-groups.postgres.ts';
import { type GroupFacts, readGroupFacts } from './group-facts.postgres.ts';

/** The handler, which refuses an assignee whom the question would no longer ask. */
export function byPresentPeople(database: Queryable, handler: TaskHandler): TaskHandler {
  return {
    ...handler,
    async examine(task, decision) {
      const { assigneeId } = decision;
      if (assigneeId !== undefined) {
        const [group] = await readGroupFacts(database, [task]);
        const mayDecide =
          group !== undefined &&
          (namesOf(group).has(assigneeId.toLowerCase()) ||
            (asksOthers(task.kind, assigneeId) && (await isNearby(database, task, assigneeId))));
        if (!mayDecide) {
          await assessAtNextTick(database, task.tenantId, [task.teamId]);
          throw notFound();
        }
      }
      return handler.examine?.(task, decision) ?? decision;
    },
  };
}

/** Questions of responsibility ask other people, too: owners, members and managers. */
function asksOthers(kind: TaskHandler['kind'], assigneeId: string): boolean {
  return isGuid(assigneeId) && responsibilityKinds.some((one) => one === kind);
}

async function isNearby(
  database: Queryable,
  { tenantId, teamId }: Task,
  assigneeId: string,
): Promise<boolean> {
  const rows = await database.query(findNearby, [tenantId, teamId, assigneeId.toLowerCase()]);
  return rows.length > 0;
}

/** An owner or a member of the record, or the manager of an owner. */
const findNearby: Query = {
  name: 'governance_find_nearby',
  text: `
    select from provisionings p
    cross join lateral (
      select coalesce(p.resolved_people -> 'ownerIds', '[]') as owners, coalesce(p.resolved_people -> 'memberIds', '[]') as members
    ) people
    where p.tenant_id = $1 and p.team_id = $2 and (
      exists (select from jsonb_array_elements_text(people.owners || people.members) one where lower(one) = $3)
      or exists (
        select from jsonb_array_elements_text(people.owners) one
        join watched_people w on w.tenant_id = $1 and w.person_id = lower(one)
        where w.manager_id = $3
      )
    )`,
};

/** These people may be asked about the group, by all that a question may know them by. */
function namesOf({
  responsible,
  deputy,
  steward,
  administrators,
}: GroupFacts): ReadonlySet<string> {
  const contacts = [responsible, deputy, steward].flatMap((contact) =>
    contact === null || contact.isClosed ? [] : [contact.personId, contact.reference],
  );
  const names = [...contacts, ...administrators.map(({ personId }) => personId)];
  return new Set(names.flatMap((name) => name?.toLowerCase() ?? []));
}
