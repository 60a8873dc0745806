// The menu of the things that need a person now.
import type { ButtonProps } from '@fluentui/react-button';
import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-menu';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { shell } from '../messages/shell.ts';
import { useMessages } from '../messages/use-messages.ts';
import type { AttentionItem } from '../pages/to-do/attention-items.ts';

export function NotificationList({
  items,
  button,
}: {
  items: readonly AttentionItem[];
  button: ReactElement<ButtonProps>;
}) {
  const t = useMessages(shell);
  const navigate = useNavigate();
  return (
    <Menu inline defaultOpen>
      <MenuTrigger disableButtonEnhancement>{button}</MenuTrigger>
      <MenuPopover className="notification-list">
        {items.length === 0 ? (
          <p className="muted notification-none">{t('notifications.none')}</p>
        ) : (
          <MenuList>
            {items.map(({ to, text, count, isUrgent }) => (
              <MenuItem
                key={to}
                icon={
                  <span className={`status-sign ${isUrgent ? 'bad' : 'warn'}`} aria-hidden="true">
                    {isUrgent ? '✕' : '!'}
                  </span>
                }
                onClick={() => void navigate(to)}
              >
                {count === undefined ? text : `${text}: ${count}`}
              </MenuItem>
            ))}
          </MenuList>
        )}
      </MenuPopover>
    </Menu>
  );
}
