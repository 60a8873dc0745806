// Executes operations by the machinery of creations. A failed operation undoes nothing: its record says which parts are
// done, and the request can be sent again.
import { DomainError } from '../../ground/errors.ts';
import type { StepName } from '../../engine/creation.ts';
import { createExecute, type Execute, type ExecuteDeps } from '../../engine/execute.ts';
import { fail } from '../../engine/ledger.ts';
import type { Operation } from './operation.ts';
import { operationSteps } from './operation-steps.ts';
import { requireNoHold, requireState } from './require-state.ts';

export function createExecuteOperation(
  deps: Omit<ExecuteDeps<Operation>, 'steps' | 'end' | 'parkedAs'>,
): Execute<Operation> {
  const execute = createExecute<Operation>({
    ...deps,
    steps: operationSteps,
    end: async ({ entry }) => ({ entry: fail(entry) }),
    parkedAs: 'awaiting_approval',
  });
  return (operation, openDirectory, write, signal) =>
    execute(requireActive(operation, deps.clock.now()), openDirectory, write, signal);
}

/** These change nothing. After an approval, which may take days, they run again. */
const preparations: ReadonlySet<StepName> = new Set(['resolve_people', 'await_approval']);

/**
 * Since the acceptance, or the approval, the group may have been removed or put on hold, or its creation may have failed.
 * Once an operation has begun to change the group, the directory decides: the state may be what the operation has done
 * already.
 */
function requireActive(operation: Operation, now: number): Operation {
  const hasBegun = operation.steps.some(
    ({ name, startedAt }) => startedAt !== null && !preparations.has(name),
  );
  if (hasBegun) return operation;
  try {
    requireState(operation.kind, operation.group, now);
    requireNoHold(operation.kind, operation.change, operation);
    return operation;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const failure = { code: error.code, detail: error.message, faults: [] };
    return { ...operation, facts: { ...operation.facts, failure } };
  }
}
