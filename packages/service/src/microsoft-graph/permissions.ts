// Application permissions: those that the service needs, those a token carries, and those that include others.
import type { ApplicationPermission, CheckedPermission } from '../directory/connection-report.ts';

/** Without this permission, leave dates are blank, and no error says so. */
export const leaveDatePermission = 'User-LifeCycleInfo.Read.All';

/** Without this permission, nobody is named who changed a group. */
export const auditLogPermission = 'AuditLog.Read.All';

/** Without this permission, nobody knows when a group was last used. */
export const usagePermission = 'Reports.Read.All';

/** Without this permission, concealed names are only seen in the reports themselves. */
export const reportSettingsPermission = 'ReportSettings.Read.All';

/** Without this permission, nobody is invited. */
export const invitePermission = 'User.Invite.All';
/** Without this permission, the sensitivity labels are not listed. */
export const labelsPermission = 'InformationProtectionPolicy.Read.All';

/** They are in the order in which an administrator adds them. */
export const applicationPermissions: readonly ApplicationPermission[] = [
  { permission: 'User.Read.All', purpose: 'find_people', isRequired: true },
  { permission: 'Group.ReadWrite.All', purpose: 'manage_groups', isRequired: true },
  { permission: 'Team.Create', purpose: 'create_teams', isRequired: true },
  { permission: 'TeamMember.ReadWrite.All', purpose: 'team_people', isRequired: true },
  { permission: 'Channel.Create', purpose: 'create_channels', isRequired: true },
  { permission: 'TeamSettings.ReadWrite.All', purpose: 'archive_teams', isRequired: true },
  { permission: 'GroupMember.Read.All', purpose: 'follow_groups', isRequired: false },
  { permission: leaveDatePermission, purpose: 'leave_dates', isRequired: false },
  { permission: auditLogPermission, purpose: 'change_authors', isRequired: false },
  { permission: usagePermission, purpose: 'usage_reports', isRequired: false },
  { permission: reportSettingsPermission, purpose: 'report_settings', isRequired: false },
  {
    permission: 'GroupSettings.ReadWrite.All',
    purpose: 'guest_settings',
    isRequired: false,
  },
  { permission: invitePermission, purpose: 'invite_guests', isRequired: false },
  { permission: labelsPermission, purpose: 'read_labels', isRequired: false },
  { permission: 'Mail.Send', purpose: 'send_messages', isRequired: false },
];

/** Larger permissions that let the same calls through. */
const larger: Readonly<Record<string, readonly string[]>> = {
  'User.Read.All': ['User.ReadWrite.All', 'Directory.Read.All', 'Directory.ReadWrite.All'],
  [leaveDatePermission]: ['User-LifeCycleInfo.ReadWrite.All'],
  [reportSettingsPermission]: ['ReportSettings.ReadWrite.All'],
  'Group.ReadWrite.All': ['Directory.ReadWrite.All'],
  'GroupMember.Read.All': [
    'Group.ReadWrite.All',
    'Group.Read.All',
    'GroupMember.ReadWrite.All',
    'Directory.Read.All',
    'Directory.ReadWrite.All',
  ],
  'Channel.Create': ['Group.ReadWrite.All', 'Directory.ReadWrite.All'],
  'GroupSettings.ReadWrite.All': ['Directory.ReadWrite.All'],
  [invitePermission]: ['User.ReadWrite.All', 'Directory.ReadWrite.All'],
  // Microsoft keeps these two for backward compatibility.
  'TeamSettings.ReadWrite.All': ['Group.ReadWrite.All', 'Directory.ReadWrite.All'],
};

/** The role that lets the call through: the permission itself, or a larger one. */
export function coveringRole(permission: string, roles: readonly string[]): string | undefined {
  return [permission, ...(larger[permission] ?? [])].find((one) => roles.includes(one));
}

export function isCovered(permission: string, roles: readonly string[]): boolean {
  return coveringRole(permission, roles) !== undefined;
}

/** Each permission of the service beside the one of the token that grants it. */
export function checkedPermissions(roles: readonly string[]): readonly CheckedPermission[] {
  return applicationPermissions.map(({ permission, purpose, isRequired }) => {
    const grantedBy = coveringRole(permission, roles) ?? null;
    return { permission, purpose, isRequired, grantedBy };
  });
}

/** The claims of the token, unverified; undefined if it is not readable. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** The application permissions that the token carries; undefined when it cannot be read. */
export function rolesOf(token: string): readonly string[] | undefined {
  const claims = claimsOf(token);
  if (claims === undefined) return undefined;
  const { roles } = claims;
  return Array.isArray(roles) ? roles.map(String) : [];
}
