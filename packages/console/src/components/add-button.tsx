import { Button } from '@fluentui/react-button';
import { AddRegular } from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { useMayChange } from '../api/session.ts';

/** A button that adds something. Readers do not see it. */
export function AddButton({
  icon = <AddRegular />,
  onClick,
  children,
}: {
  icon?: ReactElement;
  onClick: () => void;
  children: string;
}) {
  if (!useMayChange()) return null;
  return (
    <Button appearance="primary" icon={icon} onClick={onClick}>
      {children}
    </Button>
  );
}
