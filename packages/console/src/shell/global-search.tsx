// The search everywhere: a box in the app bar, Ctrl+K or /, and one call of the admin API for all kinds of things.
import { Button } from '@fluentui/react-button';
import { SearchRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { late } from '../components/late.tsx';
import { shell } from '../messages/shell.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useShortcut } from './use-shortcut.ts';

const SearchDialog = late(async () => (await import('./search-dialog.tsx')).SearchDialog);

export function GlobalSearch() {
  const t = useMessages(shell);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  useShortcut('Control+k', open);
  useShortcut('/', open);
  return (
    <>
      <Button
        className="search-box"
        appearance="outline"
        icon={<SearchRegular />}
        aria-keyshortcuts="Control+K /"
        onClick={open}
      >
        <span className="search-hint">{t('search.title')}</span>
        <kbd aria-hidden="true">{t('search.keys')}</kbd>
      </Button>
      {isOpen ? <SearchDialog close={() => setIsOpen(false)} /> : null}
    </>
  );
}
