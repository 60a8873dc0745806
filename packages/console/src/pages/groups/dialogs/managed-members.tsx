// The members of a group that other systems set by their desired states: an edit holds until the system sends its next one.
import { MessageBar, MessageBarBody } from '../../../components/message-bar.tsx';
import { propertyOf, propertyPrefix } from '../../../components/property-name.ts';
import type { GroupDetail } from '../../../api/types.ts';
import { groupPage as texts } from '../../../messages/group-page.ts';
import { currentFormat } from '../../../messages/use-format.ts';
import { labelOf, messagesOf, useMessages } from '../../../messages/use-messages.ts';

type Managed = Pick<GroupDetail, 'managed'>;

/** The sources that set one of the members, as a text; undefined: none does. */
function sourcesOf({ managed }: Managed, ...members: readonly string[]): string | undefined {
  const sources = managed.filter((one) => members.some((name) => one.members.includes(name)));
  if (sources.length === 0) return undefined;
  return currentFormat().list(sources.map(({ source }) => source));
}

export function SetBy({ group, member }: { group: Managed; member: string }) {
  const t = useMessages(texts);
  const sources = sourcesOf(group, member);
  return sources === undefined ? null : (
    <div className="muted small">{t('setBy', { sources })}</div>
  );
}

/** The hint of a field, with the source that sets its member. */
export function managedHint(group: Managed, member: string, hint?: string) {
  const sources = sourcesOf(group, member);
  const setBy = sources === undefined ? [] : [messagesOf(texts)('setBy', { sources })];
  const all = hint === undefined ? setBy : [hint, ...setBy];
  return all.length === 0 ? {} : { hint: all.join(' ') };
}

/** Says that the source sets changed members again. */
export function SetAgain({ group, change }: { group: Managed; change: object }) {
  const t = useMessages(texts);
  const { properties, ...others } = change as { readonly properties?: object };
  const members = [
    ...Object.keys(others),
    ...Object.keys(properties ?? {}).map((name) => propertyPrefix + name),
  ];
  const sources = sourcesOf(group, ...members);
  return sources === undefined ? null : (
    <MessageBar intent="warning">
      <MessageBarBody>{t('setAgain', { sources })}</MessageBarBody>
    </MessageBar>
  );
}

/** All that a source sets, in words. */
export function managedText({ managed }: Managed, source: string): string | undefined {
  const t = messagesOf(texts);
  const members = managed.find((one) => one.source === source)?.members ?? [];
  if (members.length === 0) return undefined;
  const names = members.map((name) => propertyOf(name) ?? labelOf(t, `fieldsInText.${name}`, name));
  return t('sets', { fields: currentFormat().list(names) });
}
