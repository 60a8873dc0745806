// The things that need a person now, from every page: the same as on the overview, by a menu with their number.
import { CounterBadge } from '@fluentui/react-badge';
import { Button } from '@fluentui/react-button';
import { AlertRegular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { api } from '../api/client.ts';
import { shell } from '../messages/shell.ts';
import { useMessages } from '../messages/use-messages.ts';
import { itemsOf } from '../pages/to-do/needs-attention.tsx';
import { LateMenu } from './late-menu.tsx';

const NotificationList = lazy(async () => ({
  default: (await import('./notification-list.tsx')).NotificationList,
}));

const refreshEveryMs = 60_000;

export function Notifications() {
  const t = useMessages(shell);
  const { data: items = [] } = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => api.get('/overview', { signal }),
    select: ({ attention, massDeparture }) => itemsOf(attention, massDeparture),
    staleTime: refreshEveryMs,
    refetchInterval: refreshEveryMs,
  });
  return (
    <LateMenu
      button={
        <Button
          appearance="subtle"
          className="notifications"
          aria-label={t('notifications.label', { count: items.length })}
          title={t('notifications.title')}
          icon={
            <span className="with-count">
              <AlertRegular />
              <CounterBadge count={items.length} size="small" color="danger" aria-hidden="true" />
            </span>
          }
        />
      }
    >
      {(button) => <NotificationList items={items} button={button} />}
    </LateMenu>
  );
}
