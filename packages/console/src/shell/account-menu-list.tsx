// The menu of the signed-in user: the appearance and language of the page, the account and the sign-out.
import type { ButtonProps } from '@fluentui/react-button';
import {
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-menu';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useSession } from '../api/session.ts';
import { late } from '../components/late.tsx';
import { notify } from '../components/notify.ts';
import { isLanguage, languages } from '../messages/locale.ts';
import { shell } from '../messages/shell.ts';
import { useMessages } from '../messages/use-messages.ts';
import type { ThemeChoice, ThemeControl } from './theme.ts';
import { useLocaleChoice } from './use-locale-choice.ts';
import { useSignOut } from './sign-out.ts';

const AccountDialog = late(async () => (await import('./account-dialog.tsx')).AccountDialog);

const appearances = ['system', 'light', 'dark'] as const;

export function AccountMenuList({
  theme,
  button,
}: {
  theme: ThemeControl;
  button: ReactElement<ButtonProps>;
}) {
  const t = useMessages(shell);
  const { administrator } = useSession();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const signOut = useSignOut((error) =>
    notify(t('account.signOutFailed'), { text: error.message, intent: 'error' }),
  );
  const { choice, choose } = useLocaleChoice();
  const limitedTo = administrator.organisationIds?.length;
  const shown = administrator.name ?? administrator.email;
  return (
    <>
      <Menu inline defaultOpen>
        <MenuTrigger disableButtonEnhancement>{button}</MenuTrigger>
        <MenuPopover>
          <div className="account-head">
            <strong>{shown}</strong>
            {administrator.name === null ? null : (
              <span className="muted small wrap">{administrator.email}</span>
            )}
            <span className="muted small">{t(`role.${administrator.role}`)}</span>
            <span className="muted small">
              {limitedTo === undefined
                ? t(`roleMeaning.${administrator.role}`)
                : t('account.limited', { count: limitedTo })}
            </span>
          </div>
          <MenuList>
            <MenuDivider />
            <Submenu
              label={t('account.language')}
              name="language"
              chosen={choice.language ?? 'browser'}
              choose={(value) => choose({ language: isLanguage(value) ? value : null })}
            >
              <MenuItemRadio name="language" value="browser">
                {t('account.browserLanguage')}
              </MenuItemRadio>
              {languages.map((language) => (
                <MenuItemRadio key={language} name="language" value={language}>
                  {t(`language.${language}`)}
                </MenuItemRadio>
              ))}
            </Submenu>
            <Submenu
              label={t('account.appearance')}
              name="appearance"
              chosen={theme.choice}
              choose={(value) => theme.choose(value as ThemeChoice)}
            >
              {appearances.map((appearance) => (
                <MenuItemRadio key={appearance} name="appearance" value={appearance}>
                  {t(`account.${appearance}`)}
                </MenuItemRadio>
              ))}
            </Submenu>
            <MenuItem onClick={() => setIsDialogOpen(true)}>{t('account.settings')}</MenuItem>
            <MenuDivider />
            <MenuItem onClick={() => signOut.submit(false)}>{t('account.signOut')}</MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      {isDialogOpen ? <AccountDialog close={() => setIsDialogOpen(false)} /> : null}
    </>
  );
}

/** The menu around it does not see the checked items of this list. */
function Submenu({
  label,
  name,
  chosen,
  choose,
  children,
}: {
  label: string;
  name: string;
  chosen: string;
  choose: (value: string | undefined) => void;
  children: ReactNode;
}) {
  return (
    <Menu
      inline
      checkedValues={{ [name]: [chosen] }}
      onCheckedValueChange={(_event, { checkedItems: [value] }) => choose(value)}
    >
      <MenuTrigger disableButtonEnhancement>
        <MenuItem>{label}</MenuItem>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>{children}</MenuList>
      </MenuPopover>
    </Menu>
  );
}
