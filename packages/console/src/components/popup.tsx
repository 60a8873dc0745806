// A button that opens a small list of actions or choices beside it. The browser closes it at Escape or a press elsewhere
// (popover), and it is above everything else.
import { Button, type ButtonProps } from '@fluentui/react-button';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

export function Popup({
  label,
  text,
  icon,
  appearance = 'subtle',
  size = 'medium',
  tabIndex,
  children,
}: {
  label: string;
  /** Shown on the button. */
  text?: string;
  icon?: NonNullable<ButtonProps['icon']>;
  appearance?: 'subtle' | 'secondary';
  size?: 'small' | 'medium';
  tabIndex?: number;
  /** Made when it opens. */
  children: (close: () => void) => ReactNode;
}) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLElement>(undefined);
  const list = useRef<HTMLDivElement>(null);
  const close = () => list.current?.hidePopover();
  useEffect(() => {
    if (!isOpen) return undefined;
    const follow = () => place(button.current, list.current);
    window.addEventListener('resize', follow);
    return () => window.removeEventListener('resize', follow);
  }, [isOpen]);
  return (
    <>
      <Button
        appearance={appearance}
        size={size}
        {...(icon !== undefined && { icon })}
        aria-label={label}
        title={text === undefined ? label : undefined}
        aria-haspopup="true"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        {...(tabIndex !== undefined && { tabIndex })}
        onClick={({ currentTarget }: MouseEvent<HTMLElement>) => {
          button.current = currentTarget;
          list.current?.togglePopover();
        }}
      >
        {text}
      </Button>
      <div
        ref={list}
        id={id}
        popover="auto"
        className="popup"
        role="group"
        aria-label={label}
        onToggle={(event) => {
          const opened = event.newState === 'open';
          setIsOpen(opened);
          if (!opened) return;
          requestAnimationFrame(() => {
            place(button.current, list.current);
            if (list.current !== null) focusNext(list.current, 1);
          });
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          focusNext(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
        }}
      >
        {isOpen ? children(close) : null}
      </div>
    </>
  );
}

/** Below the button, or above it without room, and within the window beside its scroll bar. */
function place(button: HTMLElement | undefined, list: HTMLElement | null): void {
  if (button === undefined || list === null) return;
  const from = button.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const below = from.bottom + 4;
  const top = below + height > window.innerHeight ? Math.max(4, from.top - height - 4) : below;
  const { clientWidth } = document.documentElement;
  const left = Math.max(4, Math.min(from.left, clientWidth - width - 4));
  list.style.top = `${top}px`;
  list.style.left = `${left}px`;
}

function focusNext(list: HTMLElement, step: 1 | -1): void {
  const all = [...list.querySelectorAll<HTMLElement>('button:not([disabled]), a, input')];
  const at = all.indexOf(document.activeElement as HTMLElement);
  all[(at + step + all.length) % all.length]?.focus();
}
