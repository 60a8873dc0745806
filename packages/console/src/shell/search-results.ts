// The results of the search everywhere as links, by kind.
import type { Answer } from '../api/route-types.ts';
import type { shell } from '../messages/shell.ts';
import type { useMessages } from '../messages/use-messages.ts';
import { createTextSearch } from '../../../service/src/ground/folded-text.ts';
import type { Section } from './sections.ts';

type ShellMessages = ReturnType<typeof useMessages<(typeof shell)['texts']['en']>>;

interface Result {
  readonly to: string;
  readonly title: string;
  readonly note?: string | undefined;
}

export interface ResultGroup {
  readonly kind: 'pages' | 'groups' | 'people' | 'templates' | 'apiKeys' | 'webhooks';
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
    .map(({ name, to }) => ({ to, title: t(`section.${name}`) }))
    .filter(({ title }) => isFound(title));
}

export function resultGroups(found: Answer<'get', '/search'>): readonly ResultGroup[] {
  return [
    {
      kind: 'groups',
      results: found.groups.map(({ teamId, displayName, mailNickName }) => ({
        to: `/groups/${teamId}`,
        title: displayName,
        note: mailNickName,
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
  ];
}
