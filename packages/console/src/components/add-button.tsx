import { Button } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { useMayChange } from '../api/session.ts';

/** The way to something new; a reader is not offered it. */
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
