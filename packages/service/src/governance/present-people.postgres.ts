// A link in a message lasts until its question ends or asks others. Someone who stopped to answer for the group in the meantime, or
// to be its steward or an administrator, decides nothing with it.
import { isGuid } from '../directory/person-reference.ts';
import { notFound } from '../ground/errors.ts';
import type { TaskHandler } from '../messages/tasks/decide-task.postgres.ts';
import { responsibilityKinds } from '../messages/tasks/task.ts';
import type { Queryable } from '../postgres/database.ts';
import { assessAtNextTick } from './governed-groups.postgres.ts';
import { type GroupFacts, readGroupFacts } from './group-facts.postgres.ts';

/** The handler, which refuses an assignee whom the question would no longer ask. */
export function byPresentPeople(database: Queryable, handler: TaskHandler): TaskHandler {
  return {
    ...handler,
    async examine(task, decision) {
      const { assigneeId } = decision;
      if (assigneeId !== undefined && needsPlace(task.kind, assigneeId)) {
        const [group] = await readGroupFacts(database, [task]);
        if (group === undefined || !namesOf(group).has(assigneeId.toLowerCase())) {
          await assessAtNextTick(database, task.tenantId, [task.teamId]);
          throw notFound();
        }
      }
      return handler.examine?.(task, decision) ?? decision;
    },
  };
}

/** Questions of responsibility ask other people, too: owners, members and managers. */
function needsPlace(kind: TaskHandler['kind'], assigneeId: string): boolean {
  return !isGuid(assigneeId) || !responsibilityKinds.some((one) => one === kind);
}

/** Those who may be asked about the group, by all that a question may know them by. */
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
