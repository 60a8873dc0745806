// Decides on a failed attempt of a creation or operation: retry later, or end it. Time without attempts, for example
// while the service was stopped or after its clock was put forward, does not count against it.
import { DirectoryError, type DirectoryErrorCode } from '../directory/directory.ts';
import { DomainError, type FieldError, type ProblemCode } from '../ground/errors.ts';
import type {
  Creation,
  CreationFailure,
  LedgerEntry,
  StepName,
  StepRecord,
  Warning,
} from './creation.ts';
import { StepFailure } from './step.ts';

/** An attempt that did not work, for the people who look into it. */
export interface Incident {
  readonly step: StepName | 'remove_group';
  readonly attempt: number;
  readonly code: string;
  readonly detail: string;
  readonly directoryRequestId: string | undefined;
  /** Undefined when no other attempt follows. */
  readonly retryInMs: number | undefined;
}

/** After a day of waiting between attempts, a creation ends as failed. */
const giveUpAfterMs = 86_400_000;
/** Number of times the creation of a team is started if the directory fails it. */
const maxTeamAttempts = 5;
const maxDefectAttempts = 8;
const internalError = 'An internal error occurred; see the service log.';

const failureCodes: Partial<Record<DirectoryErrorCode, ProblemCode>> = {
  alias_taken: 'directory_alias_taken',
  permission_missing: 'directory_permission_missing',
  refused: 'directory_refused',
  group_gone: 'group_not_active',
  archive_needs_team: 'archive_needs_team',
  archive_needs_owner: 'archive_needs_owner',
  restore_window_over: 'restore_window_over',
};

/** The failure in a sentence for people. */
export function detailOf(error: unknown): string {
  if (error instanceof DirectoryError || error instanceof DomainError) return error.message;
  return internalError;
}

/** Whether the present step has been waited for long enough. */
export function hasTimedOut({ facts }: LedgerEntry): boolean {
  return (facts.waitedMs ?? 0) >= giveUpAfterMs;
}

/** Why the entry has to fail after this attempt of a step; undefined when another one follows. */
export function failureAfter(
  error: unknown,
  attempts: number,
  entry: LedgerEntry,
): CreationFailure | undefined {
  if (error instanceof StepFailure) {
    return { code: error.code, detail: error.message, faults: error.faults };
  }
  if (error instanceof DirectoryError) {
    const code = failureCodes[error.code];
    if (code !== undefined) return { code, detail: error.message, faults: conflictsOf(error) };
    const teamFailures = (entry.facts.teamFailures ?? 0) + 1;
    const isFailed = error.code === 'team_failed' || error.code === 'archiving_failed';
    if (isFailed && teamFailures >= maxTeamAttempts) {
      return { code: 'directory_refused', detail: error.message, faults: [] };
    }
    if (!hasTimedOut(entry)) return undefined;
    return {
      code: 'directory_unavailable',
      detail: `The directory did not complete the request within a day. Last error: ${error.message}`,
      faults: [],
    };
  }
  if (isUnavailable(error)) return undefined;
  if (attempts < maxDefectAttempts) return undefined;
  return { code: 'internal_error', detail: internalError, faults: [] };
}

/** The alias that another group has, as data beside the sentence. */
function conflictsOf({ message: detail, alias }: DirectoryError): readonly FieldError[] {
  if (alias === undefined) return [];
  return [{ pointer: '/mailNickName', code: 'directory_alias_taken', detail, values: alias }];
}

/** Whether the removal of what was made is given up. */
export function isRemovalOver(error: unknown, attempts: number, creation: Creation): boolean {
  if (error instanceof DirectoryError) return error.permanent || hasTimedOut(creation);
  return !isUnavailable(error) && attempts >= maxDefectAttempts;
}

/** Does not count against the directory: our database cannot be reached, possibly for long. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'unavailable';
}

/** An alias has one group: none of ours was made while a group of others, which is older than the step, has it. */
export function showsNothingMade(error: unknown, { startedAt }: StepRecord): boolean {
  if (!(error instanceof DirectoryError) || startedAt === null) return false;
  const { holderCreatedAt } = error;
  return holderCreatedAt !== undefined && holderCreatedAt.getTime() < Date.parse(startedAt);
}

export function isDefect(error: unknown): boolean {
  return !(error instanceof DirectoryError || error instanceof StepFailure || isUnavailable(error));
}

export function incidentOf(step: Incident['step'], attempt: number, error: unknown): Incident {
  const known =
    error instanceof DirectoryError || error instanceof StepFailure || error instanceof DomainError;
  return {
    step,
    attempt,
    code: known ? error.code : 'internal_error',
    detail: known ? error.message : internalError,
    directoryRequestId: error instanceof DirectoryError ? error.directoryRequestId : undefined,
    retryInMs: undefined,
  };
}

export function leftBehind({ facts }: Creation, detail: string): Warning {
  const { groupId } = facts;
  return {
    code: 'group_left_behind',
    detail:
      groupId === undefined
        ? `A group may have been created and could not be removed: ${detail}`
        : `The group ${groupId} was created and could not be removed: ${detail}`,
  };
}

/** After the directory failed a team or its archiving, the next attempt starts again instead of polling. */
export function forgetFailedTeam<Entry extends LedgerEntry>(entry: Entry, error: unknown): Entry {
  const isFailed =
    error instanceof DirectoryError &&
    (error.code === 'team_failed' || error.code === 'archiving_failed');
  if (!isFailed) return entry;
  const { teamOperation: _, archiving: __, ...facts } = entry.facts;
  return { ...entry, facts: { ...facts, teamFailures: (facts.teamFailures ?? 0) + 1 } };
}
