import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';
import type { FormProblem } from './form-problem.tsx';

/**
 * A form that the service validates. Scrolls to the first invalid field and focuses it.
 * @param onLeave called when a field has lost the focus, except to the button that sends the form
 */
export function FormFrame({
  problem,
  onSubmit,
  onLeave,
  children,
}: {
  problem: FormProblem;
  onSubmit: () => void;
  onLeave?: (() => void) | undefined;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const { error } = problem;
  useEffect(() => {
    if (error === null) return;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (first == null)
      form.current?.querySelector('.form-notice')?.scrollIntoView({ block: 'nearest' });
    else first.focus();
  }, [error]);
  return (
    <form
      ref={form}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      {...(onLeave !== undefined && {
        onBlur: (event) => {
          if (isLeft(event)) onLeave();
        },
      })}
    >
      {children}
    </form>
  );
}

/** The focus has not gone with the whole window, and the form is not about to be sent. */
function isLeft({ target, relatedTarget }: FocusEvent): boolean {
  const isSending = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit';
  return !isSending && target !== document.activeElement;
}
