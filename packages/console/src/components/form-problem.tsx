// The service's answer about a form: next to the field if possible, otherwise above the buttons.
import { MessageBar, MessageBarBody, MessageBarTitle } from './message-bar.tsx';
import { ApiProblem } from '../api/client.ts';
import type { Fault } from '../api/generated/admin-api.ts';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';
import { faultElsewhere, faultText, withoutTerms } from './fault-text.ts';

export interface FormProblem {
  /** Faults of the field at this pointer, and of everything within it. */
  field(pointer: string): string | undefined;
  /** Faults of exactly this pointer, where the parts within it have separate fields. */
  at(pointer: string): string | undefined;
  /** Faults that belong to no listed field, as one text. */
  readonly rest: string | undefined;
  readonly isConflict: boolean;
  /** A new object for each answer; null if there is none. */
  readonly error: Error | null;
}

/** The fault is at this pointer, or within it. */
export function isAt(fault: Fault, pointer: string): boolean {
  return fault.pointer === pointer || fault.pointer?.startsWith(`${pointer}/`) === true;
}

const faultsIn = (error: Error | null) => (error instanceof ApiProblem ? error.faults : []);

/**
 * @param pointers the fields that the form shows
 * @param shown the faults beside the fields, if they are not only those of the error
 */
export function formProblem(
  error: Error | null,
  pointers: readonly string[],
  shown: readonly Fault[] = faultsIn(error),
): FormProblem {
  const faults = faultsIn(error);
  const elsewhere = faults.filter((fault) => !pointers.some((one) => isAt(fault, one)));
  const rest =
    error === null
      ? undefined
      : faults.length === 0
        ? withoutTerms(error.message)
        : elsewhere.length > 0
          ? elsewhere.map(faultElsewhere).join(' ')
          : undefined;
  const say = (found: readonly Fault[]) => {
    // An empty value also fails its pattern; one fault is enough.
    const said = found[0]?.code === 'too_short' ? found.slice(0, 1) : found;
    return said.length === 0 ? undefined : said.map(faultText).join(' ');
  };
  return {
    field: (pointer) => say(shown.filter((fault) => isAt(fault, pointer))),
    at: (pointer) => say(shown.filter((fault) => fault.pointer === pointer)),
    rest,
    isConflict: error instanceof ApiProblem && error.code === 'version_conflict',
    error,
  };
}

export function FormNotice({ problem, title }: { problem: FormProblem; title?: string }) {
  const t = useMessages(common);
  if (problem.rest === undefined) return null;
  return (
    <MessageBar
      className="form-notice"
      role="alert"
      intent={problem.isConflict ? 'warning' : 'error'}
    >
      <MessageBarBody>
        <MessageBarTitle>
          {title ?? t(problem.isConflict ? 'changedBySomeoneElse' : 'requestFailed')}
        </MessageBarTitle>{' '}
        {problem.rest}
      </MessageBarBody>
    </MessageBar>
  );
}
