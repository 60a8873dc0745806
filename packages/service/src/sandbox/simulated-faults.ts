// Aliases with simulated faults, for integrators to test every answer. The words may be anywhere in the alias,
// so they fit a template's pattern: prj-sandbox-flaky. docs/sandbox.md lists them.
import { DirectoryError, type RefusedName } from '../directory/directory.ts';

export type FaultyOperation =
  | 'create_group'
  | 'answer_create_group'
  | 'create_team'
  | 'apply_settings'
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

/** Whether the group with this alias cannot carry a marker, as one that another tool has named for itself. */
export function refusesMarker(mailNickname: string): boolean {
  return mailNickname.toLowerCase().includes('sandbox-unmarkable');
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
