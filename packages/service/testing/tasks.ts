// Tasks of groups, as a policy opens them.
import { randomBytes } from 'node:crypto';
import { systemClock } from '../src/ground/clock.ts';
import { createIdGenerator } from '../src/ground/identifiers.ts';
import type { NewTask } from '../src/messages/tasks/task.ts';
import { openTasks } from '../src/messages/tasks/tasks.postgres.ts';
import type { TestDatabase } from './database.ts';
import type { AddedTenant } from './tenant.ts';

const newId = createIdGenerator({ clock: systemClock, randomBytes });

/** Opens a task of a group of the tenant, and gives its ID. */
export async function openTestTask(
  { database }: TestDatabase,
  { tenantId, organisationId }: AddedTenant,
  teamId: string,
  others: Partial<NewTask> = {},
): Promise<string> {
  const task: NewTask = {
    tenantId,
    organisationId,
    teamId,
    kind: 'renew',
    assignees: [{ personId: 'mara', email: null, displayName: null, language: null }],
    data: {},
    cause: null,
    decisions: 'link',
    openedAt: new Date('2027-02-01T08:00:00Z'),
    dueAt: new Date('2027-03-01T08:00:00Z'),
    ...others,
  };
  const by = { actor: { kind: 'service', id: 'test' } as const, at: systemClock.now(), newId };
  const [opened] = await openTasks(database, [task], by);
  if (opened === undefined) throw new Error(`The group ${teamId} has an open task of this kind.`);
  return opened.taskId;
}
