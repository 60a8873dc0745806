// Finds out whether a step of the ledger can run now, is done already, or has to wait.
import type { Directory } from '../directory/directory.ts';
import { DomainError } from '../ground/errors.ts';
import type { LedgerEntry, StepName } from './creation.ts';
import type { StepOf } from './step.ts';

const unknownStepAgainMs = 30_000;

type Readiness<Entry extends LedgerEntry> =
  | { readonly kind: 'ready'; readonly step: StepOf<Entry>; readonly directory: Directory }
  | { readonly kind: 'satisfied' }
  | { readonly kind: 'early'; readonly until: number }
  | { readonly kind: 'unready'; readonly error: unknown };

export function createPrepareStep<Entry extends LedgerEntry>(known: readonly StepOf<Entry>[]) {
  const steps = new Map(known.map((step) => [step.name, step]));

  function stepNamed(name: StepName): StepOf<Entry> {
    const step = steps.get(name);
    if (step === undefined) {
      throw new DomainError(
        'unavailable',
        'A newer release of the service started this work with a step that this release does not know; the newer release continues it.',
        { retryAfterMs: unknownStepAgainMs },
      );
    }
    return step;
  }

  return function prepareStep(
    name: StepName,
    entry: Entry,
    open: () => Directory,
    now: number,
  ): Readiness<Entry> {
    try {
      const step = stepNamed(name);
      const directory = open();
      if (step.isSatisfied(entry, directory.limits)) return { kind: 'satisfied' };
      const until = step.notBefore?.(entry, directory.limits) ?? now;
      if (until > now) return { kind: 'early', until };
      return { kind: 'ready', step, directory };
    } catch (error) {
      return { kind: 'unready', error };
    }
  };
}
