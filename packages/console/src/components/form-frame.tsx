import { type ReactNode, useEffect, useRef } from 'react';
import type { FormProblem } from './form-problem.tsx';

/** A form that the service validates. Scrolls to the first invalid field and focuses it. */
export function FormFrame({
  problem,
  onSubmit,
  children,
}: {
  problem: FormProblem;
  onSubmit: () => void;
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
    >
      {children}
    </form>
  );
}
