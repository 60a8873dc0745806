// The verb and the subject of an entry of the activity log, in the words of the page.
import type { ActivityItem } from '../api/types.ts';
import { activity as texts } from '../messages/activity.ts';
import { labelOf, messagesOf } from '../messages/use-messages.ts';

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

export function isFailure(action: string): boolean {
  return /[._]failed$/.test(action);
}
