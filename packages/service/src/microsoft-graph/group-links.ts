// The addresses that open a group in Microsoft's applications. Teams gives its own. Those of Outlook and the Entra admin
// center follow from the cloud, and only where Microsoft documents the host: a link of another cloud would lead nowhere.
//
// The address of the site is read separately (workspace.ts): Graph tells it only to those who may read all sites.
import type { DirectoryConnection } from '../directory/connection.ts';
import { portalsOf } from './clouds.ts';

export const groupApps = ['teams', 'outlook', 'entra'] as const;
export type GroupApp = (typeof groupApps)[number];

export interface GroupLink {
  readonly app: GroupApp;
  readonly url: string;
}

/** @returns no link for other suites: the groups of the sandbox exist nowhere else */
export function groupLinks(
  connection: DirectoryConnection,
  group: {
    readonly groupId: string;
    readonly mail: string | undefined;
    /** Graph, property `webUrl` of the team. */
    readonly webUrl: string | undefined;
  },
): readonly GroupLink[] {
  if (connection.kind !== 'microsoft365') return [];
  const { outlook, entra } = portalsOf(connection);
  const mailbox = outlook === undefined ? undefined : mailboxPath(group.mail);
  return [
    ...(group.webUrl === undefined ? [] : [{ app: 'teams' as const, url: group.webUrl }]),
    ...(mailbox === undefined
      ? []
      : [{ app: 'outlook' as const, url: `https://${outlook}/groups/${mailbox}/mail` }]),
    ...(entra === undefined
      ? []
      : [
          {
            app: 'entra' as const,
            url: `https://${entra}/#view/Microsoft_AAD_IAM/GroupDetailsMenuBlade/~/Overview/groupId/${group.groupId}`,
          },
        ]),
  ];
}

function mailboxPath(mail: string | undefined): string | undefined {
  const [alias, domain] = (mail ?? '').split('@');
  if (alias === undefined || alias === '' || domain === undefined) return undefined;
  return `${encodeURIComponent(domain)}/${encodeURIComponent(alias)}`;
}
