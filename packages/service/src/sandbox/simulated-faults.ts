// Aliases with simulated faults, for integrators to test every answer. The words may be anywhere in the alias,
// so they fit a template's pattern: prj-sandbox-flaky. docs/sandbox.md lists them.
import { DirectoryError, type RefusedName } from '../directory/directory.ts';
import type { Invitation } from '../directory/people-life.ts';

export type FaultyOperation =
  | 'create_group'
  | 'answer_create_group'
  | 'create_team'
  | 'apply_label'
  | 'apply_settings'
  | 'invite_guest'
  | 'answer_invite_guest'
  | 'remove_owners'
  | 'restore_group';

/** @param played how often the fault was played before @returns the fault, or undefined once it is over */
type Play = (played: number) => DirectoryError | undefined;

const dayMs = 24 * 60 * 60 * 1000;

/** Groups with `sandbox-expiring` in their alias are covered by a policy of the suite that lets them expire. */
export function suiteLifetimeMsOf(mailNickname: string): number | undefined {
  return mailNickname.toLowerCase().includes('sandbox-expiring') ? 180 * dayMs : undefined;
}

interface SimulatedFault {
  readonly word: string;
  readonly operation: FaultyOperation;
  readonly play: Play;
}

const simulatedFaults: readonly SimulatedFault[] = [
  {
    word: 'sandbox-throttled',
    operation: 'create_group',
    play: (played) =>
      played < 2
        ? new DirectoryError('throttled', 'The sandbox is busy; try again later (simulated).', {
            retryAfterMs: 2_000,
          })
        : undefined,
  },
  {
    word: 'sandbox-flaky',
    operation: 'create_group',
    play: (played) =>
      played < 2
        ? new DirectoryError('unavailable', 'The sandbox is temporarily out of order (simulated).')
        : undefined,
  },
  {
    word: 'sandbox-lost-answer',
    operation: 'answer_create_group',
    play: (played) =>
      played < 1
        ? new DirectoryError(
            'outcome_unknown',
            'The sandbox created the group, but its answer was lost (simulated).',
          )
        : undefined,
  },
  {
    word: 'sandbox-failing',
    operation: 'create_team',
    play: () =>
      new DirectoryError(
        'refused',
        'The sandbox permanently refuses to create this team (simulated).',
      ),
  },
  {
    word: 'sandbox-settings-refused',
    operation: 'apply_settings',
    play: () =>
      new DirectoryError(
        'permission_missing',
        'The connection may not change the settings of teams: the Entra application lacks the permission TeamSettings.ReadWrite.All, or consent to it (simulated).',
      ),
  },
  {
    word: 'sandbox-no-invitations',
    operation: 'invite_guest',
    play: () =>
      new DirectoryError(
        'permission_missing',
        'The connection may not invite guests: the Entra application lacks the permission User.Invite.All, or consent to it (simulated).',
      ),
  },
  {
    word: 'sandbox-lost-invitation',
    operation: 'answer_invite_guest',
    play: (played) =>
      played < 1
        ? new DirectoryError(
            'outcome_unknown',
            'The sandbox invited the guest, but its answer was lost (simulated).',
          )
        : undefined,
  },
  {
    word: 'sandbox-label-refused',
    operation: 'apply_label',
    play: () =>
      new DirectoryError(
        'permission_missing',
        'The connection has no second credential for SharePoint, so it cannot set sensitivity labels (simulated).',
      ),
  },
  {
    word: 'sandbox-label-late',
    operation: 'apply_label',
    play: (played) =>
      played < 2
        ? new DirectoryError(
            'not_visible_yet',
            'The site of the group is not there yet (simulated).',
          )
        : undefined,
  },
  {
    word: 'sandbox-last-owner',
    operation: 'remove_owners',
    play: (played) =>
      played < 1
        ? new DirectoryError(
            'unavailable',
            'The sandbox refuses to remove an owner at the first attempt (simulated).',
          )
        : undefined,
  },
  {
    word: 'sandbox-restore-conflict',
    operation: 'restore_group',
    play: () =>
      new DirectoryError(
        'alias_taken',
        'The group cannot be restored, because another group has its alias (simulated).',
      ),
  },
];

/** Duration of the archiving of a team with this alias. */
export function archivingMsOf(mailNickname: string): number {
  return mailNickname.toLowerCase().includes('sandbox-archive-slow') ? 5_000 : 0;
}

/** Whether the group with this alias takes its label without an error and does not get it. */
export function ignoresLabel(mailNickname: string): boolean {
  return mailNickname.toLowerCase().includes('sandbox-label-ignored');
}

/** Whether the group with this alias cannot carry a marker, as one that another tool has named for itself. */
export function refusesMarker(mailNickname: string): boolean {
  return mailNickname.toLowerCase().includes('sandbox-unmarkable');
}

/** The tenant invites nobody from a domain whose name begins with `refused`. */
export function refusedInvitation(email: string): Invitation | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (!domain.toLowerCase().startsWith('refused')) return undefined;
  const detail = `The tenant invites nobody from ${domain} (simulated). An administrator can allow the domain in the external collaboration settings of Microsoft Entra.`;
  return { state: 'refused', code: 'domain_refused', detail, isOfAll: false };
}

/** Simulates the refusals of a naming policy. */
export function refusedNames(mailNickname: string): RefusedName[] {
  if (!mailNickname.toLowerCase().includes('sandbox-blocked-word')) return [];
  const detail = `The sandbox refuses the alias “${mailNickname}”: it contains a blocked word (simulated).`;
  return [{ property: 'mailNickname', detail }];
}

/** The fault to play for the alias at this operation, if any. `sandbox-lagging` is no fault: see sandbox.ts. */
export function simulatedFaultOf(
  mailNickname: string,
  operation: FaultyOperation,
): Play | undefined {
  const alias = mailNickname.toLowerCase();
  if (!alias.includes('sandbox-')) return undefined;
  return simulatedFaults.find((one) => one.operation === operation && alias.includes(one.word))
    ?.play;
}
