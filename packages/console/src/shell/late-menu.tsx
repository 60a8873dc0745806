// The button of a menu. The menu is loaded when the button is first used, and opens then.
import type { ButtonProps } from '@fluentui/react-button';
import { cloneElement, type KeyboardEvent, type ReactElement, Suspense, useState } from 'react';

export function LateMenu({
  button,
  children,
}: {
  button: ReactElement<ButtonProps>;
  /** The menu with its button, open. */
  children: (button: ReactElement<ButtonProps>) => ReactElement;
}) {
  const [isUsed, setIsUsed] = useState(false);
  const open = () => setIsUsed(true);
  const closed = cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: open,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'ArrowDown') open();
    },
  });
  if (!isUsed) return closed;
  // Another button takes the place of the one that had the focus. A menu without items leaves it there.
  const opened = cloneElement(button, { autoFocus: true });
  return <Suspense fallback={closed}>{children(opened)}</Suspense>;
}
