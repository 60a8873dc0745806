// Drives one creation through the plan until it is final or has to wait. Before a call that may change
// the directory the attempt is in the ledger; after a crash the step is run again and finds what is done.
import type { Clock } from '../clock.ts';
import { type Directory, DirectoryError, type DirectoryErrorCode } from '../directory/directory.ts';
import { DomainError, type ProblemCode } from '../errors.ts';
import { backoffMs } from './backoff.ts';
import type { Creation, CreationFailure, StepName } from './creation.ts';
import {
  begin,
  fail,
  finishStep,
  forgetIntent,
  giveUp,
  goOn,
  holdBack,
  postpone,
  presentStep,
  satisfy,
  succeed,
  waitFor,
} from './ledger.ts';
import { plan } from './plan.ts';
import { type Step, type StepCall, StepFailure } from './step.ts';

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

/** What is written: the creation as it is now, and when it is to be taken up again. */
export interface LedgerRecord {
  readonly creation: Creation;
  /** Set when the lane lets go of the creation until then; never set for a final one. */
  readonly dueInMs?: number;
  readonly incident?: Incident;
}

/** Writes under the lane's epoch. Answers false when the lane has passed to another worker. */
export type WriteRecord = (record: LedgerRecord) => Promise<boolean>;

export interface DriveWorld {
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Told of errors that are our own fault. */
  readonly onDefect: (error: unknown, creation: Creation) => void;
}

/** After a day of failing attempts a creation ends as failed. */
const giveUpAfterMs = 86_400_000;
/** A team that the directory fails to make is started anew this often. */
const teamAttemptsAtMost = 5;
const defectAttemptsAtMost = 8;

const failureCodes: Partial<Record<DirectoryErrorCode, ProblemCode>> = {
  alias_taken: 'directory_alias_taken',
  permission_missing: 'directory_permission_missing',
  refused: 'directory_refused',
};

export type Drive = (
  creation: Creation,
  directory: Directory,
  write: WriteRecord,
  signal: AbortSignal,
) => Promise<void>;

export function createDrive({ clock, random, onDefect }: DriveWorld): Drive {
  return async function drive(claimed, directory, write, signal) {
    let creation = claimed;
    while (!signal.aborted) {
      const call: StepCall = { signal, teamId: creation.teamId, now: clock.now() };
      if (creation.facts.failure !== undefined) {
        await removeAndFail(creation, directory, write, call);
        return;
      }
      const record = presentStep(creation);
      if (record === undefined) {
        await write({ creation: succeed(creation) });
        return;
      }
      const step = stepNamed(record.name);
      if (step.isSatisfied(creation, directory.limits)) {
        creation = satisfy(creation, step.name, clock.now());
        continue;
      }
      const now = clock.now();
      const notBefore = step.notBefore?.(creation, directory.limits) ?? now;
      if (notBefore > now) {
        const held = holdBack(creation, step.name, notBefore);
        await write({ creation: held, dueInMs: notBefore - now });
        return;
      }
      creation = begin(creation, step.name, now, step.intent?.(creation, now));
      if (step.writes && !(await write({ creation }))) return;
      const next = await attempt(step, creation, directory, call);
      if (next.record !== undefined && !(await write(next.record))) return;
      if (next.waits) return;
      creation = next.creation;
    }
  };

  /** Runs the step once, of which the ledger knows. `record` is what has to be written now; without it the next record carries it. */
  async function attempt(
    step: Step,
    begun: Creation,
    directory: Directory,
    call: StepCall,
  ): Promise<{ creation: Creation; record?: LedgerRecord; waits: boolean }> {
    const creation = forgetIntent(begun);
    try {
      const result = await step.run(begun, directory, call);
      const now = clock.now();
      switch (result.kind) {
        case 'done':
          return { creation: finishStep(creation, step.name, result, now), waits: false };
        case 'more':
          return { creation: goOn(creation, step.name, result), waits: false };
        case 'wait': {
          if (ageOf(creation, step.name, now) >= giveUpAfterMs) {
            throw new DirectoryError('unavailable', 'The directory is still at work on it.');
          }
          const waiting = waitFor(creation, step.name, result, now + result.afterMs);
          return {
            creation: waiting,
            record: { creation: waiting, dueInMs: result.afterMs },
            waits: true,
          };
        }
        default:
          throw new TypeError(`Unknown result: ${String(result satisfies never)}`);
      }
    } catch (error) {
      return afterError(step.name, creation, error);
    }
  }

  function afterError(
    step: StepName,
    creation: Creation,
    error: unknown,
  ): { creation: Creation; record: LedgerRecord; waits: boolean } {
    const now = clock.now();
    const attempts = creation.steps.find(({ name }) => name === step)?.attempts ?? 1;
    const incident = incidentOf(step, attempts, error);
    const failure = failureOf(error, attempts, creation, step, now);
    if (failure !== undefined) {
      const stopped = giveUp(creation, step, failure, now);
      return { creation: stopped, record: { creation: stopped, incident }, waits: false };
    }
    if (!(error instanceof DirectoryError || isUnavailable(error))) onDefect(error, creation);
    const retryInMs = retryDelayMs(error, attempts);
    const postponed = postpone(
      forgetFailedTeam(creation, error),
      step,
      incident.detail,
      now + retryInMs,
    );
    return {
      creation: postponed,
      record: { creation: postponed, dueInMs: retryInMs, incident: { ...incident, retryInMs } },
      waits: true,
    };
  }

  async function removeAndFail(
    creation: Creation,
    directory: Directory,
    write: WriteRecord,
    call: StepCall,
  ): Promise<void> {
    try {
      await removeGroup(creation, directory, call);
      await write({ creation: fail(creation) });
    } catch (error) {
      const attempts = (creation.facts.removalAttempts ?? 0) + 1;
      const incident = incidentOf('remove_group', attempts, error);
      const isFinal =
        error instanceof DirectoryError
          ? error.permanent || clock.now() - stoppedAt(creation) >= giveUpAfterMs
          : !isUnavailable(error) && attempts >= defectAttemptsAtMost;
      if (isFinal) {
        await write({
          creation: fail(creation, [leftBehind(creation, incident.detail)]),
          incident,
        });
        return;
      }
      const retryInMs = retryDelayMs(error, attempts);
      const facts = { ...creation.facts, removalAttempts: attempts };
      await write({
        creation: { ...creation, facts },
        dueInMs: retryInMs,
        incident: { ...incident, retryInMs },
      });
    }
  }

  function retryDelayMs(error: unknown, attempts: number): number {
    const asked =
      error instanceof DirectoryError || error instanceof DomainError
        ? error.retryAfterMs
        : undefined;
    return backoffMs(attempts, asked, random());
  }
}

/** For how long the step has been tried; what waited in a long backlog has not been tried at all. */
function ageOf(creation: Creation, step: StepName, now: number): number {
  const startedAt = creation.steps.find(({ name }) => name === step)?.startedAt;
  return startedAt == null ? 0 : now - Date.parse(startedAt);
}

/** When a step failed for good. */
function stoppedAt(creation: Creation): number {
  const completedAt = creation.steps.find(({ status }) => status === 'failed')?.completedAt;
  return completedAt == null ? creation.createdAt.getTime() : Date.parse(completedAt);
}

/** Our own database is away, as it may be for long. */
function isUnavailable(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'unavailable';
}

/** Removes what this creation made, and nothing else: the directory checks the marker. */
async function removeGroup(
  creation: Creation,
  directory: Directory,
  call: StepCall,
): Promise<void> {
  const wasAttempted = creation.steps.some(
    ({ name, attempts }) => name === 'create_group' && attempts > 0,
  );
  if (!wasAttempted) return;
  const groupId =
    creation.facts.groupId ?? (await directory.findGroupByMarker(creation.teamId, call))?.groupId;
  if (groupId !== undefined) await directory.deleteGroup(groupId, creation.teamId, call);
}

function leftBehind(creation: Creation, detail: string) {
  const group =
    creation.facts.groupId === undefined ? 'A group' : `The group ${creation.facts.groupId}`;
  return {
    code: 'group_left_behind',
    detail: `${group} was made and could not be removed again: ${detail}`,
  };
}

function failureOf(
  error: unknown,
  attempts: number,
  creation: Creation,
  step: StepName,
  now: number,
): CreationFailure | undefined {
  const ageMs = ageOf(creation, step, now);
  if (error instanceof StepFailure) {
    return { code: error.code, detail: error.message, faults: error.faults };
  }
  if (error instanceof DirectoryError) {
    const code = failureCodes[error.code];
    if (code !== undefined) return { code, detail: error.message, faults: [] };
    const teamFailures = (creation.facts.teamFailures ?? 0) + 1;
    if (error.code === 'team_failed' && teamFailures >= teamAttemptsAtMost) {
      return { code: 'directory_refused', detail: error.message, faults: [] };
    }
    if (ageMs < giveUpAfterMs) return undefined;
    return {
      code: 'directory_unavailable',
      detail: `The directory did not carry the request out within a day. It said last: ${error.message}`,
      faults: [],
    };
  }
  if (isUnavailable(error)) return undefined;
  if (attempts < defectAttemptsAtMost) return undefined;
  return {
    code: 'internal_error',
    detail: 'The service made a mistake of its own while it created the group; its log says more.',
    faults: [],
  };
}

function incidentOf(step: Incident['step'], attempt: number, error: unknown): Incident {
  const known =
    error instanceof DirectoryError || error instanceof StepFailure || error instanceof DomainError;
  return {
    step,
    attempt,
    code: known ? error.code : 'internal_error',
    detail: known ? error.message : 'The service made a mistake of its own; its log says more.',
    directoryRequestId: error instanceof DirectoryError ? error.directoryRequestId : undefined,
    retryInMs: undefined,
  };
}

/** After a failed team the next attempt starts a new one instead of asking after the old. */
function forgetFailedTeam(creation: Creation, error: unknown): Creation {
  if (!(error instanceof DirectoryError && error.code === 'team_failed')) return creation;
  const { teamOperation: _, ...facts } = creation.facts;
  return { ...creation, facts: { ...facts, teamFailures: (facts.teamFailures ?? 0) + 1 } };
}

const steps: ReadonlyMap<StepName, Step> = new Map(plan.map((step) => [step.name, step]));

function stepNamed(name: StepName): Step {
  const step = steps.get(name);
  if (step === undefined) throw new Error(`The plan has no step ${name}.`);
  return step;
}
