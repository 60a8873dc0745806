// The results of the search everywhere as links, by kind.
import { docsUrl, problemUrl } from '../api/location.ts';
import type { Answer } from '../api/route-types.ts';
import { matchText } from '../components/match-text.ts';
import type { shell } from '../messages/shell.ts';
import type { useMessages } from '../messages/use-messages.ts';
import { createTextSearch } from '../../../service/src/ground/folded-text.ts';
import type { Permission } from '../api/session.ts';
import type { Section } from './sections.ts';

type ShellMessages = ReturnType<typeof useMessages<(typeof shell)['texts']['en']>>;

interface Result {
  readonly to: string;
  readonly title: string;
  readonly note?: string | undefined;
  /** The text is a whole name or id of it. */
  readonly isExact?: boolean;
}

export interface ResultGroup {
  readonly kind: 'pages' | 'actions' | keyof Answer<'get', '/search'>;
  readonly results: readonly Result[];
}

/** The pages whose name contains the words of the text; all of them without a text. */
export function pagesFor(
  text: string,
  sections: readonly Section[],
  t: ShellMessages,
): readonly Result[] {
  const isFound = createTextSearch(text);
  return sections
    .map(({ name, of, to }) => ({ to, title: t(`section.${name}`), note: t(`entry.${of}`) }))
    .filter(({ title, note }) => isFound(`${title} ${note}`))
    .map(({ to, title, note }) => (note === title ? { to, title } : { to, title, note }));
}

/** The forms that can be opened from everywhere, each with the address that opens its form. */
const actions = [
  { name: 'newGroup', to: '/groups?new=group', needs: 'groups:manage' },
  { name: 'importGroups', to: '/groups?new=import', needs: 'groups:manage' },
  { name: 'addKey', to: '/api-keys?new=key', needs: 'settings:manage', isTenantWide: true },
  {
    name: 'invite',
    to: '/administrators?new=invitation',
    needs: 'administrators:manage',
    isTenantWide: true,
  },
] as const satisfies readonly { needs: Permission; [other: string]: unknown }[];

/** The name of each contains the words of the text; none without a text. */
export function actionsFor(
  text: string,
  permissions: readonly Permission[],
  isLimited: boolean,
  t: ShellMessages,
): readonly Result[] {
  const isFound = createTextSearch(text);
  return actions
    .filter(
      (action) => permissions.includes(action.needs) && !(isLimited && 'isTenantWide' in action),
    )
    .map(({ name, to }) => ({ to, title: t(`search.action.${name}`) }))
    .filter(({ title }) => text !== '' && isFound(title));
}

export function resultGroups(found: Answer<'get', '/search'>): readonly ResultGroup[] {
  return [
    {
      kind: 'groups',
      results: found.groups.map(({ teamId, displayName, mailNickName, match }) => ({
        to: `/groups/${teamId}`,
        title: displayName,
        note: match === undefined ? mailNickName : `${mailNickName} · ${matchText(match)}`,
        isExact: match?.kind === 'exact',
      })),
    },
    {
      kind: 'people',
      results: (found.people ?? []).map(({ reference, displayName }) => ({
        to: `/people/${encodeURIComponent(reference)}`,
        title: displayName,
        note: reference,
      })),
    },
    {
      kind: 'templates',
      results: found.templates.map(({ templateId, name, organisation }) => ({
        to: `/templates/${templateId}`,
        title: name,
        note: organisation,
      })),
    },
    {
      kind: 'apiKeys',
      results: found.apiKeys.map(({ keyId, name }) => ({
        to: `/api-keys/${keyId}`,
        title: name,
        note: keyId,
      })),
    },
    {
      kind: 'webhooks',
      results: found.webhooks.map(({ endpointId, url }) => ({
        to: `/webhooks/${endpointId}`,
        title: url,
      })),
    },
    {
      kind: 'administrators',
      results: found.administrators.map(({ email, name }) => ({
        to: '/administrators',
        title: name ?? email,
        note: email,
      })),
    },
    {
      kind: 'problems',
      results: found.problems.map(({ code, title }) => ({
        to: problemUrl(code),
        title: code,
        note: title,
      })),
    },
    {
      kind: 'help',
      results: found.help.map(({ path, title }) => ({ to: docsUrl(path), title })),
    },
  ];
}
