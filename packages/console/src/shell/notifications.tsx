// The things that need a person now, from every page: the same as on the overview, by a menu with their number.
import { CounterBadge } from '@fluentui/react-badge';
import { Button } from '@fluentui/react-button';
import { AlertRegular } from '@fluentui/react-icons';
import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-menu';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '../api/client.ts';
import { shell } from '../messages/shell.ts';
import { useMessages } from '../messages/use-messages.ts';
import { itemsOf } from '../pages/needs-attention.tsx';

const refreshEveryMs = 60_000;

export function Notifications() {
  const t = useMessages(shell);
  const navigate = useNavigate();
  const { data: items = [] } = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => api.get('/overview', { signal }),
    select: ({ attention, massDeparture }) => itemsOf(attention, massDeparture),
    staleTime: refreshEveryMs,
    refetchInterval: refreshEveryMs,
  });
  return (
    <Menu inline>
      <MenuTrigger disableButtonEnhancement>
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
      </MenuTrigger>
      <MenuPopover className="notification-list">
        {items.length === 0 ? (
          <p className="muted notification-none">{t('notifications.none')}</p>
        ) : (
          <MenuList>
            {items.map(({ to, text, isUrgent }) => (
              <MenuItem key={to} onClick={() => void navigate(to)}>
                <span className={`status-sign ${isUrgent ? 'bad' : 'warn'}`} aria-hidden="true">
                  {isUrgent ? '✕' : '!'}
                </span>{' '}
                {text}
              </MenuItem>
            ))}
          </MenuList>
        )}
      </MenuPopover>
    </Menu>
  );
}
