// The button of the signed-in user, which opens the menu of the account.
import { Button } from '@fluentui/react-button';
import { lazy } from 'react';
import { useSession } from '../api/session.ts';
import { shell } from '../messages/shell.ts';
import { useMessages } from '../messages/use-messages.ts';
import { LateMenu } from './late-menu.tsx';
import type { ThemeControl } from './theme.ts';

const AccountMenuList = lazy(async () => ({
  default: (await import('./account-menu-list.tsx')).AccountMenuList,
}));

export function AccountMenu({ theme }: { theme: ThemeControl }) {
  const t = useMessages(shell);
  const { administrator } = useSession();
  const shown = administrator.name ?? administrator.email;
  return (
    <LateMenu
      button={
        <Button appearance="subtle" className="account" aria-label={t('account.title')}>
          <span className="face" aria-hidden="true">
            {shown.slice(0, 1).toUpperCase()}
          </span>
        </Button>
      }
    >
      {(button) => <AccountMenuList theme={theme} button={button} />}
    </LateMenu>
  );
}
