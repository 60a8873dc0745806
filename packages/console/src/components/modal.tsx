// A native dialog: the page behind it is inert, Escape closes it, and the focus returns to its previous place.
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Breakable } from './mail-text.tsx';

export function Modal({
  title,
  close,
  className = 'modal',
  children,
}: {
  title: string;
  /** Undefined: Escape does not close the dialog. */
  close?: (() => void) | undefined;
  className?: string;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Opens before the next paint. Closes before it is removed, so that the browser restores the focus.
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
      // A browser accepts a second Escape even if the first was prevented, so this handles the key itself.
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
      <h2 id={titleId}>
        <Breakable text={title} />
      </h2>
      {children}
    </dialog>
  );
}
