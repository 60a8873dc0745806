// A notice within a page or a dialog: its kind by icon and colour, a text, and buttons below it.
import {
  CheckmarkCircleFilled,
  DiamondDismissFilled,
  InfoFilled,
  WarningFilled,
} from '@fluentui/react-icons';
import type { ReactNode } from 'react';

const icons = {
  error: DiamondDismissFilled,
  info: InfoFilled,
  success: CheckmarkCircleFilled,
  warning: WarningFilled,
} as const;

export function MessageBar({
  intent = 'info',
  role,
  className = '',
  children,
}: {
  intent?: keyof typeof icons;
  role?: 'alert' | 'status';
  className?: string;
  children: ReactNode;
}) {
  const Icon = icons[intent];
  return (
    <div className={`message-bar is-${intent} ${className}`} role={role}>
      <Icon aria-hidden="true" />
      {children}
    </div>
  );
}

export function MessageBarBody({ children }: { children: ReactNode }) {
  return <div className="message-bar-body">{children}</div>;
}

export function MessageBarTitle({ children }: { children: ReactNode }) {
  return <strong>{children}</strong>;
}

export function MessageBarActions({ children }: { children: ReactNode }) {
  return <div className="message-bar-actions">{children}</div>;
}
