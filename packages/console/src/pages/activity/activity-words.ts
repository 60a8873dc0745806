// The verb and the subject of an entry of the activity log, in the words of the page.
import type { ActivityItem } from '../../api/types.ts';
import { activity as texts } from '../../messages/activity.ts';
import { labelOf, messagesOf } from '../../messages/use-messages.ts';
import { batchText } from './batch-text.ts';

export function describeActivity(
  { action, data, subject }: ActivityItem,
  tenant: { readonly tenantId: string; readonly name: string },
): { verb: string; subject: string } {
  if (subject.kind === 'batch') return { verb: verbOf(action), subject: batchOf(data, subject.id) };
  const named = [
    subject.id === tenant.tenantId ? tenant.name : undefined,
    subject.name,
    ...['displayName', 'name', 'email', 'identifier', 'url'].map((member) => data[member]),
  ];
  const name = named.find((value) => typeof value === 'string' && value !== '');
  return {
    verb: verbOf(action),
    subject: typeof name === 'string' ? name : subject.id,
  };
}

const verbOf = (action: string) => labelOf(messagesOf(texts), `verbs.${action}`, action);

function batchOf({ kind, size }: ActivityItem['data'], batchId: string): string {
  if (typeof kind !== 'string' || typeof size !== 'number') return batchId;
  return batchText({ kind, size });
}

/** An entry without its subject: one of those of a single group or key. */
export function activityByActor({
  actor: { kind, name },
  action,
}: Pick<ActivityItem, 'actor' | 'action'>): string {
  const t = messagesOf(texts);
  // The name of a part of the service says nothing to people.
  const actor = kind === 'service' ? t('theService') : name;
  return t('byActor', { actor, verb: verbOf(action) });
}

export function isFailure(action: string): boolean {
  return /[._]failed$/.test(action);
}
