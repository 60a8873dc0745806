// The verb and the subject of an entry of the activity log, in the words of the page.
import type { ActivityItem } from '../../api/types.ts';
import { activity as texts } from '../../messages/activity.ts';
import { labelOf, messagesOf } from '../../messages/use-messages.ts';

export function describeActivity(
  { action, data, subject }: ActivityItem,
  tenant: { readonly tenantId: string; readonly name: string },
): { verb: string; subject: string } {
  const named = [
    subject.id === tenant.tenantId ? tenant.name : undefined,
    subject.name,
    ...['displayName', 'name', 'email', 'identifier', 'url'].map((member) => data[member]),
  ];
  const name = named.find((value) => typeof value === 'string' && value !== '');
  return {
    verb: labelOf(messagesOf(texts), `verbs.${action}`, action),
    subject: typeof name === 'string' ? name : subject.id,
  };
}

/** An entry without its subject: one of those of a single group or key. */
export function activityByActor(
  item: ActivityItem,
  tenant: Parameters<typeof describeActivity>[1],
): string {
  const t = messagesOf(texts);
  const { verb } = describeActivity(item, tenant);
  // The name of a part of the service says nothing to people.
  const { kind, name } = item.actor;
  return t('byActor', { actor: kind === 'service' ? t('theService') : name, verb });
}

export function isFailure(action: string): boolean {
  return /[._]failed$/.test(action);
}
