// A dialog as browsers have it: the page behind is out of reach, Escape closes it, and the focus goes back to
// where it was.
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

export function Modal({
  title,
  close,
  className = 'modal',
  children,
}: {
  title: string;
  /** Undefined: it can only be answered. */
  close?: (() => void) | undefined;
  className?: string;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before the next paint, and closed before it is taken away, so that the browser gives the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={titleId}
      // A browser lets a second Escape pass even where the first was refused, so the key itself is taken.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        close?.();
      }}
      onCancel={(event) => {
        event.preventDefault();
        close?.();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
