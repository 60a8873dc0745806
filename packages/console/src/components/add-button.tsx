import { Button } from '@fluentui/react-button';
import { AddRegular } from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { type Permission, useMay } from '../api/session.ts';

/** A button that adds something, for those whose role includes it. */
export function AddButton({
  permission = 'settings:manage',
  icon = <AddRegular />,
  onClick,
  children,
}: {
  permission?: Permission;
  icon?: ReactElement;
  onClick: () => void;
  children: string;
}) {
  if (!useMay(permission)) return null;
  return (
    <Button appearance="primary" icon={icon} onClick={onClick}>
      {children}
    </Button>
  );
}
