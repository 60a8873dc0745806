// The service's answer about a form: next to the field if possible, otherwise above the buttons.
import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-message-bar';
import { ApiProblem } from '../api/client.ts';
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

/** @param pointers the fields that the form shows */
export function formProblem(error: Error | null, pointers: readonly string[]): FormProblem {
  const faults = error instanceof ApiProblem ? error.faults : [];
  const belongs = (pointer: string, fault: { pointer?: string }) =>
    fault.pointer === pointer || fault.pointer?.startsWith(`${pointer}/`) === true;
  const elsewhere = faults.filter((fault) => !pointers.some((one) => belongs(one, fault)));
  const rest =
    error === null
      ? undefined
      : faults.length === 0
        ? withoutTerms(error.message)
        : elsewhere.length > 0
          ? elsewhere.map(faultElsewhere).join(' ')
          : undefined;
  const say = (found: typeof faults) => {
    // An empty value also fails its pattern; one fault is enough.
    const shown = found[0]?.code === 'too_short' ? found.slice(0, 1) : found;
    return shown.length === 0 ? undefined : shown.map(faultText).join(' ');
  };
  return {
    field: (pointer) => say(faults.filter((fault) => belongs(pointer, fault))),
    at: (pointer) => say(faults.filter((fault) => fault.pointer === pointer)),
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
      intent={problem.isConflict ? 'warning' : 'error'}
      layout="multiline"
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
