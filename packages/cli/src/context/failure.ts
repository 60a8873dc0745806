// Turns whatever went wrong into sentences for a person and an exit code for a script.
import {
  ConnectionError,
  CreationFailedError,
  GroupwrightError,
  isProblem,
  OperationFailedError,
  ProblemError,
  UnexpectedAnswerError,
} from '@groupwright/client';
import { CommanderError } from 'commander';
import { exitCodes, type ExitCode } from './exit-codes.ts';

/** Something this command itself has to say. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;
  /** Machine-readable, as the codes of the service. */
  readonly code: string;
  /** One line each. */
  readonly faults: readonly string[];

  constructor(
    exitCode: ExitCode,
    code: string,
    message: string,
    options: { faults?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.exitCode = exitCode;
    this.code = code;
    this.faults = options.faults ?? [];
  }
}

export interface Failure {
  readonly exitCode: ExitCode;
  readonly code: string;
  readonly detail: string;
  /** One line each. */
  readonly faults: readonly string[];
  readonly requestId?: string;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof CommandError) {
    const { exitCode, code, message, faults, cause } = error;
    const requestId = cause instanceof ProblemError ? cause.requestId : undefined;
    return { exitCode, code, detail: message, faults, ...(requestId && { requestId }) };
  }
  if (error instanceof CommanderError) {
    const detail = error.message.replace(/^error: /, '');
    return { exitCode: exitCodes.usage, code: 'usage', detail, faults: [] };
  }
  if (error instanceof ProblemError) {
    return {
      exitCode: exitCodeOf(error),
      code: error.code,
      detail: error.problem.detail,
      faults: error.faults
        .map(({ pointer, parameter, detail }) => `${pointer ?? parameter ?? ''}: ${detail}`)
        // The only fault is often the detail itself.
        .filter((line) => error.faults.length > 1 || !line.endsWith(error.problem.detail)),
      ...(error.requestId === undefined ? {} : { requestId: error.requestId }),
    };
  }
  if (error instanceof CreationFailedError || error instanceof OperationFailedError) {
    const exitCode = exitCodes.creationFailed;
    const faults = (error.problem?.errors ?? []).map(({ detail }) => detail);
    return { exitCode, code: error.code ?? 'cancelled', detail: error.message, faults };
  }
  if (error instanceof ConnectionError) {
    const exitCode = exitCodes.unavailable;
    return { exitCode, code: 'not_reached', detail: error.message, faults: [] };
  }
  if (error instanceof UnexpectedAnswerError) {
    const exitCode = error.status >= 500 ? exitCodes.unavailable : exitCodes.unexpected;
    return { exitCode, code: 'unexpected_answer', detail: error.message, faults: [] };
  }
  if (error instanceof GroupwrightError) {
    return { exitCode: exitCodes.usage, code: 'usage', detail: error.message, faults: [] };
  }
  if (error instanceof Error && error.name === 'AbortError') {
    return {
      exitCode: exitCodes.interrupted,
      code: 'interrupted',
      detail: 'Interrupted.',
      faults: [],
    };
  }
  const detail = error instanceof Error ? error.message : String(error);
  return { exitCode: exitCodes.unexpected, code: 'unexpected', detail, faults: [] };
}

/** Says what it was that is not there: the service says the same of everything that it does not have. */
export async function named<Found>(what: string, search: Promise<Found>): Promise<Found> {
  try {
    return await search;
  } catch (error) {
    if (!isProblem(error, 'not_found')) throw error;
    throw new CommandError(exitCodes.notFound, error.code, `There is no ${what}.`, {
      cause: error,
    });
  }
}

function exitCodeOf({ status }: ProblemError): ExitCode {
  if (status === 401) return exitCodes.notSignedIn;
  if (status === 404) return exitCodes.notFound;
  if (status === 429 || status >= 500) return exitCodes.unavailable;
  return exitCodes.refused;
}
