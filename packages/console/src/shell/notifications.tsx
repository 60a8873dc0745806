// The things that need a person now, from every page: the same as on Home, by a menu with a dot. The one number is that of To do.
import { Button } from '@fluentui/react-button';
import { AlertRegular } from '@fluentui/react-icons';
import { lazy } from 'react';
import { shell } from '../messages/shell.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useAttention } from '../pages/to-do/attention-items.ts';
import { LateMenu } from './late-menu.tsx';

const NotificationList = lazy(async () => ({
  default: (await import('./notification-list.tsx')).NotificationList,
}));

export function Notifications() {
  const t = useMessages(shell);
  const items = useAttention() ?? [];
  return (
    <LateMenu
      button={
        <Button
          appearance="subtle"
          className="notifications"
          aria-label={t(items.length === 0 ? 'notifications.title' : 'notifications.attention')}
          title={t('notifications.title')}
          icon={
            <span className="with-dot">
              <AlertRegular />
              {items.length === 0 ? null : <span aria-hidden="true" className="attention-dot" />}
            </span>
          }
        />
      }
    >
      {(button) => <NotificationList items={items} button={button} />}
    </LateMenu>
  );
}
