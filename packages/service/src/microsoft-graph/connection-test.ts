// Tests a connection without changing anything, and says in plain words what an administrator has to add.
import type { CallContext } from '../directory/call-context.ts';
import type { ConnectionReport, PermissionPurpose } from '../directory/connection-report.ts';
import { DirectoryError } from '../directory/directory.ts';
import { failedTest } from '../directory/failed-test.ts';
import type { GraphCall, GraphClient } from './graph-client.ts';
import {
  auditLogPermission,
  checkedPermissions,
  coveringRole,
  isCovered,
  invitePermission,
  labelsPermission,
  leaveDatePermission,
  reportSettingsPermission,
  rolesOf,
  usagePermission,
} from './permissions.ts';
import type { SiteLabels } from './site-labels.ts';
import type { TokenSource } from './token.ts';
import { concealsNames } from './usage-reports.ts';

const purposes: Readonly<Record<PermissionPurpose, string>> = {
  find_people: 'to find the people who become owners and members',
  manage_groups: 'to create, find, change, delete and restore groups',
  create_teams: 'to create teams from groups',
  team_people: 'to add owners and members to teams and to remove them',
  create_channels: 'to create the channels of a template',
  archive_teams: 'to archive and unarchive teams, and to write the settings of a template',
  follow_groups: 'to see changed groups within minutes',
  leave_dates: 'to read leave dates',
  change_authors: 'to name who changed a group',
  usage_reports: 'to read when groups were last used',
  report_settings: 'to read whether reports conceal names',
  guest_settings: 'to decide whether owners may add guests',
  invite_guests: 'to invite guests whom rosters name',
  read_labels: 'to list the sensitivity labels',
  send_messages: 'to send messages by a mailbox',
};

/** Each optional ability: what the service does without it, or with it. */
const optional: readonly {
  readonly permission: string;
  readonly without: string;
  readonly withIt: string;
}[] = [
  {
    permission: leaveDatePermission,
    without: 'Leave dates are not available: {}. Groups are handed over after people have left.',
    withIt: 'Leave dates are available by the application permission {}.',
  },
  {
    permission: 'GroupMember.Read.All',
    without:
      'Changes of groups are not followed: {}. New, changed and deleted groups are seen at the next comparison of all groups only.',
    withIt: 'Changes of groups are followed by the application permission {}.',
  },
  {
    permission: auditLogPermission,
    without:
      'The audit log of Microsoft Entra is not read: {}. Differences do not say who changed a group.',
    withIt: 'Differences say who changed a group, by the application permission {}.',
  },
  {
    permission: usagePermission,
    without: 'The last use of groups is unknown: {}. No group counts as idle.',
    withIt: 'The last use of groups is read once a day, by the application permission {}.',
  },
  {
    permission: reportSettingsPermission,
    without:
      'Whether reports conceal names is seen in the reports only: {}. Concealed reports say nothing about the use of groups.',
    withIt: 'Whether reports conceal names is known by the application permission {}.',
  },
  {
    permission: 'GroupSettings.ReadWrite.All',
    without:
      'Whether owners may add guests to a group is not set: {}. A group whose template decides it gets a warning.',
    withIt: 'Templates can decide whether owners may add guests, by the application permission {}.',
  },
  {
    permission: invitePermission,
    without:
      'Guests are not invited: {}. A roster that has people invited says so of each of them.',
    withIt: 'Rosters can have guests invited, by the application permission {}.',
  },
  {
    permission: labelsPermission,
    without:
      'The sensitivity labels are not listed: {}. The template editor takes the id of a label instead.',
    withIt: 'The template editor lists the sensitivity labels by the application permission {}.',
  },
  {
    permission: 'Mail.Send',
    without:
      'Messages cannot be sent by a mailbox of Microsoft 365: {}. Another mail server can send them.',
    withIt: 'Messages can be sent by a mailbox, by the application permission {}.',
  },
];

/**
 * By the token alone: without some of these permissions answers are blank, and no error says so. Of a token that cannot be
 * read nothing is known.
 */
function notesOnOptional(roles: readonly string[] | undefined): readonly string[] {
  if (roles === undefined) return [];
  return optional.map(({ permission, without, withIt }) => {
    const role = coveringRole(permission, roles);
    return role === undefined
      ? without.replace(
          '{}',
          `the application permission ${permission} of Microsoft Graph is not granted`,
        )
      : withIt.replace('{}', role);
  });
}

/**
 * Archiving passes by a larger permission, and the test does not insist on the permission itself. For the settings of teams,
 * Microsoft names the larger ones for backward compatibility only.
 */
function notesOnTeamSettings(roles: readonly string[] | undefined): readonly string[] {
  const permission = 'TeamSettings.ReadWrite.All';
  const role = coveringRole(permission, roles ?? []);
  if (role === undefined || role === permission) return [];
  return [
    `Teams are archived by the application permission ${role}. The settings of a template may be refused: the application permission ${permission} of Microsoft Graph is not granted. A group whose template decides them then gets a warning.`,
  ];
}

/** No application can read the policy: decision 0038. */
const ownerlessPolicyNote =
  'Applications cannot read Microsoft’s policy for ownerless groups. If it is active in the Microsoft 365 admin center (Settings, Org settings, Microsoft 365 Groups), Microsoft also writes to the members of a group whose last owner has left.';

const concealedNote =
  'Reports conceal names, so nobody knows when groups were last used. An administrator can change that in the Microsoft 365 admin center: Settings, Org settings, Reports, “Display concealed user, group, and site names in all reports”.';

/** The reports say nothing while names are concealed. */
async function notesOnReports(
  client: GraphClient,
  roles: readonly string[] | undefined,
  context: CallContext,
): Promise<readonly string[]> {
  if (!isCovered(reportSettingsPermission, roles ?? [])) return [];
  const isConcealing = await withRetry(() => concealsNames(client, context));
  return isConcealing === true ? [concealedNote] : [];
}

const reads: readonly GraphCall[] = [
  { name: 'users.list', method: 'GET', path: '/users?$top=1&$select=id' },
  { name: 'groups.list', method: 'GET', path: '/groups?$top=1&$select=id' },
];

/** A hiccup of the directory is no fault of the connection: a read that fails is tried again, at its slot. */
async function withRetry<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      const mayPass = error instanceof DirectoryError && !error.permanent;
      if (!mayPass || attempt >= 5) throw error;
    }
  }
}

export async function testConnection(
  client: GraphClient,
  tokens: TokenSource,
  siteLabels: SiteLabels | undefined,
  context: CallContext,
): Promise<ConnectionReport> {
  try {
    // A permission that was granted a moment ago is only in a new token.
    tokens.forget();
    const roles = rolesOf(await withRetry(() => tokens.token(context.signal)));
    const permissions = roles === undefined ? null : checkedPermissions(roles);
    const missing = (permissions ?? [])
      .filter(({ isRequired, grantedBy }) => isRequired && grantedBy === null)
      .map(
        ({ permission, purpose }) =>
          `Grant the application permission ${permission} of Microsoft Graph, ${purposes[purpose]}, and consent to it as an administrator.`,
      );
    const sharePoint = await siteLabels?.test(context);
    const others = { permissions, ...(sharePoint && { sharePoint }) };
    const notes = [...notesOnOptional(roles), ...notesOnTeamSettings(roles), ownerlessPolicyNote];
    if (missing.length > 0) {
      const detail = 'The sign-in works; the Entra application lacks permissions.';
      return { ok: false, code: 'permissions_missing', detail, missing, ...others, notes };
    }
    for (const read of reads) await withRetry(() => client.call(read, context));
    const detail = 'The sign-in works, and people and groups can be read.';
    const ofReports = await notesOnReports(client, roles, context);
    const all = [...notes, ...ofReports];
    return { ok: true, code: 'works', detail, missing: [], ...others, notes: all };
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error;
    return failedTest(error);
  }
}
