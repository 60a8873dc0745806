// Sends a change once, however often a button is pressed. The latch closes before React has drawn the pending
// state and opens again with the first render after the answer. A creation also carries an Idempotency-Key: a
// retry after a lost answer gets the same answer and creates nothing twice.
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { ApiProblem } from '../api/client.ts';
import { type Notice, notify } from './notify.ts';

/** The toast after a change: its title, or with a link to the result or a way to undo the change. */
export type Finished = string | Notice;

type Settled<Answer> = Pick<UseMutationResult<Answer>, 'error' | 'isSuccess' | 'data' | 'reset'>;

export interface Sending<Input, Answer> extends Settled<Answer> {
  readonly isPending: boolean;
  /** The last input that was sent. */
  readonly variables: Input | undefined;
  /** Does nothing while the previous call waits for its answer. */
  readonly submit: (input: Input) => void;
}

export function useSending<Answer, Input = void>({
  send,
  onSuccess,
  onSettled,
  finished,
}: {
  /** @param idempotencyKey the same until a call succeeds */
  send: (input: Input, idempotencyKey: string) => Promise<Answer>;
  onSuccess?: (answer: Answer, input: Input) => unknown;
  /** Called after success and after failure. */
  onSettled?: () => unknown;
  /** The toast after a success. Absent: the result is shown where the change was made. */
  finished?: ((answer: Answer, input: Input) => Finished) | undefined;
}): Sending<Input, Answer> {
  const isLatched = useRef(false);
  const idempotencyKey = useRef<string>(undefined);
  const mutation = useMutation<Answer, Error, Input>({
    mutationFn: (input) => send(input, (idempotencyKey.current ??= newIdempotencyKey())),
    async onSuccess(answer, input) {
      idempotencyKey.current = undefined;
      await onSuccess?.(answer, input);
      if (finished === undefined) return;
      const told = finished(answer, input);
      if (typeof told === 'string') return notify(told);
      const { title, undo, ...notice } = told;
      notify(title, {
        ...notice,
        undo: undo && (() => undo().finally(() => onSettled?.())),
      });
    },
    onError(error) {
      // The message says what happened; the next click is a deliberate second creation.
      if (error instanceof ApiProblem && error.code === 'idempotency_key_reused') {
        idempotencyKey.current = undefined;
      }
    },
    ...(onSettled !== undefined && { onSettled }),
  });
  const { isPending, mutate } = mutation;
  // An effect after drawing may run late, when the button has been pressed meanwhile.
  useLayoutEffect(() => {
    if (!isPending) isLatched.current = false;
  });
  return {
    ...mutation,
    submit(input) {
      if (isLatched.current) return;
      isLatched.current = true;
      mutate(input);
    },
  };
}

/** `crypto.randomUUID` is missing where the page is served without TLS. */
function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
