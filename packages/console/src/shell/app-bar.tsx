// The bar above every page: the product and its tenant, the search, and the menus that concern no single page.
import { Button } from '@fluentui/react-button';
import { NavigationRegular, QuestionCircleRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../api/session.ts';
import { late } from '../components/late.tsx';
import { shell } from '../messages/shell.ts';
import { useMessages } from '../messages/use-messages.ts';
import { AccountMenu } from './account-menu.tsx';
import type { ThemeControl } from './theme.ts';
import { FramePart } from './frame-part.tsx';
import { GlobalSearch } from './global-search.tsx';
import { Mark } from './logo.tsx';
import { Notifications } from './notifications.tsx';
import { useShortcut } from './use-shortcut.ts';

const HelpPanel = late(async () => (await import('./help-panel.tsx')).HelpPanel);

export function AppBar({
  theme,
  openNavigation,
}: {
  theme: ThemeControl;
  openNavigation: () => void;
}) {
  const t = useMessages(shell);
  const { tenant } = useSession();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useShortcut('?', () => setIsHelpOpen(true));
  return (
    <header className="appbar">
      <Button
        className="menu-button"
        appearance="subtle"
        icon={<NavigationRegular />}
        aria-label={t('sections')}
        onClick={openNavigation}
      />
      <Link to="/" className="brand" aria-label={t('product')}>
        <Mark size={24} />
        <span className="brand-name">{t('product')}</span>
      </Link>
      <span className="brand-tenant" title={tenant.name}>
        <bdi>{tenant.name}</bdi>
      </span>
      {tenant.directory === 'sandbox' ? (
        <span className="status warn" title={t('sandboxMeaning')}>
          {t('sandbox')}
        </span>
      ) : null}
      <GlobalSearch />
      <div className="appbar-end">
        <FramePart>
          <Notifications />
        </FramePart>
        <Button
          appearance="subtle"
          icon={<QuestionCircleRegular />}
          aria-label={t('help.title')}
          title={t('help.title')}
          onClick={() => setIsHelpOpen(true)}
        />
        <AccountMenu theme={theme} />
      </div>
      {isHelpOpen ? <HelpPanel close={() => setIsHelpOpen(false)} /> : null}
    </header>
  );
}
