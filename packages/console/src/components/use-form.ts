// The state of a form: the input, whether it is being sent, and the answer of the service. The input stays until
// the service has accepted it. The fault of a field is shown until the field has been corrected.
import { useState } from 'react';
import type { BodyCheck } from './body-check.ts';
import { type FormProblem, formProblem } from './form-problem.tsx';
import { useFieldChecks } from './use-field-checks.ts';
import { type Finished, useSending } from './use-sending.ts';

export interface FieldOf<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly fault: string | undefined;
}

export interface Form<Values> {
  readonly values: Values;
  readonly set: (change: Partial<Values>) => void;
  /** Value, change and fault of a field, to be spread into it. */
  field<Name extends keyof Values>(name: Name): FieldOf<Values[Name]>;
  readonly problem: FormProblem;
  readonly pending: boolean;
  /** The fields match the stored state. */
  readonly saved: boolean;
  /** The fields have unsaved changes. */
  readonly changed: boolean;
  readonly onSubmit: () => void;
  /** Checks the fields that were changed, when one of them is left. */
  readonly onLeave: () => void;
  /** Back to the stored state. */
  readonly discard: () => void;
}

export function useForm<Values extends object, Answer>({
  initial,
  proposed,
  pointers = {},
  check,
  send,
  done,
  settled,
  finished,
  stored = (sent) => sent,
}: {
  initial: Values | (() => Values);
  /** The unsaved input to begin with, if it differs from the stored state. */
  proposed?: () => Values;
  /** Pointer of a value in the API, if it differs from the name. */
  pointers?: Partial<Record<keyof Values, string>>;
  /** The request that would be sent, for a form with texts: fields are checked when they are left. */
  check?: (values: Values) => BodyCheck;
  /** @param idempotencyKey for a form that creates something */
  send: (values: Values, idempotencyKey: string) => Promise<Answer>;
  done?: (answer: Answer) => unknown;
  /** Called after success and after failure. */
  settled?: () => unknown;
  /** The toast after a success. Absent: the result is shown where the change was made. */
  finished?: (answer: Answer, values: Values) => Finished;
  /** The stored state after these values were sent, if it differs from them: a secret is not shown again. */
  stored?: (sent: Values) => Values;
}): Form<Values> {
  const [first] = useState(initial);
  const [values, setValues] = useState(proposed ?? first);
  const [kept, setKept] = useState(first);
  const sending = useSending<Answer, Values>({
    send,
    async onSuccess(answer, took) {
      const next = stored(took);
      setKept(next);
      // An input that was typed meanwhile stays.
      setValues((before) => (before === took ? next : before));
      checks.clear();
      await done?.(answer);
    },
    ...(settled !== undefined && { onSettled: settled }),
    finished,
  });
  const sent = sending.variables;
  const checks = useFieldChecks({
    values,
    stored: kept,
    sent: sent && check?.(sent)?.body,
    error: sending.error,
    check,
  });
  const pointerOf = (name: keyof Values) => pointers[name] ?? `/${String(name)}`;
  const names = Object.keys(values) as (keyof Values)[];
  const problem = formProblem(sending.error, names.map(pointerOf), checks.faults);
  const set = (change: Partial<Values>) => {
    checks.drop((Object.keys(change) as (keyof Values)[]).map(pointerOf));
    setValues((before) => ({ ...before, ...change }));
  };
  return {
    values,
    set,
    field: (name) => ({
      value: values[name],
      onChange: (value) => set({ [name]: value } as unknown as Partial<Values>),
      fault: problem.field(pointerOf(name)),
    }),
    problem,
    pending: sending.isPending,
    saved: sending.isSuccess && kept === values,
    changed: names.some((name) => !isSame(kept[name], values[name])),
    onSubmit() {
      checks.stop();
      sending.submit(values);
    },
    onLeave: checks.leave,
    discard() {
      sending.reset();
      checks.clear();
      setValues(kept);
    },
  };
}

/** Whether two values are alike, so that what was undone counts as no change. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
