// Why a search found a group, in words.
import type { GroupItem } from '../api/types.ts';
import { groups } from '../messages/groups.ts';
import { labelOf, messagesOf } from '../messages/use-messages.ts';
import { propertyOf } from './property-name.ts';

/** Such as `Responsible: Ingrid Solberg`. The names of the group need no words beside them. */
export function matchText({ kind, fields }: NonNullable<GroupItem['match']>): string {
  const t = messagesOf(groups);
  const found = fields.map(({ field, value }) => ({
    label: propertyOf(field) ?? labelOf(t, `match.${field}`, field),
    value,
  }));
  const texts =
    kind === 'words'
      ? found.map(({ label, value }) => t('matched', { label, value }))
      : found.map(({ label }) => t(`matchedAs.${kind}`, { label }));
  return texts.join(' · ');
}
