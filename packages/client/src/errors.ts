// All errors that this client throws on purpose. A refusal by the service is a ProblemError, identified by its
// `code`; the service never renames a code. `declare`: a constructor sets the field, so its declaration needs no code.
import type {
  CreationProblem,
  Fault,
  Operation,
  Problem,
  ProblemCode,
  TeamStatus,
} from './types.ts';

/** The ancestor of every error of this package. */
export class GroupwrightError extends Error {
  override readonly name: string = 'GroupwrightError';
}

/** The service answered with a problem (RFC 9457). */
export class ProblemError extends GroupwrightError {
  override readonly name = 'ProblemError';
  /** The kind of error. The service may add codes, so treat an unknown one by its status. */
  declare readonly code: ProblemCode;
  /** HTTP status. */
  declare readonly status: number;
  declare readonly title: string;
  /** Every fault of the input at once. */
  declare readonly faults: readonly Fault[];
  /** Name this when asking for help: the service's log carries it too. */
  declare readonly requestId: string | undefined;
  /** When trying again may help, in milliseconds from the answer. */
  declare readonly retryAfterMs: number | undefined;
  declare readonly problem: Problem;

  constructor(problem: Problem, retryAfterMs?: number) {
    super(sentenceOf(problem));
    this.code = problem.code;
    this.status = problem.status;
    this.title = problem.title;
    this.faults = problem.errors ?? [];
    this.requestId = problem.requestId;
    this.retryAfterMs = retryAfterMs;
    this.problem = problem;
  }
}

/** The detail, and the first fault unless the detail has it. */
function sentenceOf({ detail, errors: [first] = [] }: Problem): string {
  if (first === undefined || detail.includes(first.detail)) return detail;
  return `${detail} ${first.pointer ?? first.parameter ?? ''}: ${first.detail}`;
}

/** No answer came: the service could not be reached, or did not answer in time. */
export class ConnectionError extends GroupwrightError {
  override readonly name = 'ConnectionError';
}

/** Something answered, but not as the service does: perhaps the base URL points elsewhere. */
export class UnexpectedAnswerError extends GroupwrightError {
  override readonly name = 'UnexpectedAnswerError';
  /** HTTP status. */
  declare readonly status: number;
  /** When trying again may help, in milliseconds from the answer. */
  declare readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    status: number,
    options?: { cause?: unknown },
    retryAfterMs?: number,
  ) {
    super(message, options);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Something that was accepted did not succeed. */
abstract class FailedError extends GroupwrightError {
  /** Why it failed; absent when it was cancelled. */
  declare readonly problem: CreationProblem | undefined;
  declare readonly code: ProblemCode | undefined;

  constructor(sentence: string, problem: CreationProblem | null) {
    super(`${sentence} ${problem?.detail ?? 'It was cancelled before it started.'}`);
    this.problem = problem ?? undefined;
    this.code = problem?.code;
  }
}

/** A creation ended, but not with a group: it failed, or it was cancelled before it began. */
export class CreationFailedError extends FailedError {
  override readonly name = 'CreationFailedError';
  declare readonly status: TeamStatus;

  constructor(status: TeamStatus) {
    super(`The group ${status.teamId} was not created.`, status.error);
    this.status = status;
  }
}

/**
 * An operation failed, or was cancelled before it began. `operation.after` has the parts that it changed before it
 * failed; the same request can be sent again.
 */
export class OperationFailedError extends FailedError {
  override readonly name = 'OperationFailedError';
  declare readonly operation: Operation;

  constructor(operation: Operation) {
    const { kind, teamId, error } = operation;
    super(`The operation ${kind} of the group ${teamId} did not succeed.`, error);
    this.operation = operation;
  }
}

/** The signal of `waitForAll` ended the wait before all was final. The service continues. */
export class StillWaitingError<Status = TeamStatus | Operation> extends GroupwrightError {
  override readonly name = 'StillWaitingError';
  /** The last status of each that was heard of, final (`isFinal`) or not. */
  declare readonly statuses: readonly Status[];

  constructor(statuses: readonly Status[], of: number, cause: unknown) {
    super(`The wait ended after ${statuses.length} of ${of} were heard of.`, { cause });
    this.statuses = statuses;
  }
}

/** A webhook's signature, age or form is not what it must be: do not trust what it says. */
export class WebhookVerificationError extends GroupwrightError {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Tells whether the service refused with this code.
 *
 * @example if (isProblem(error, 'mail_nickname_taken')) askForAnotherAlias();
 */
export function isProblem(error: unknown, code: ProblemCode): error is ProblemError {
  return error instanceof ProblemError && error.code === code;
}
