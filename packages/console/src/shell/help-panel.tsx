// The help beside a page: what the page is for, where the service explains more, and the keys.
import { Button } from '@fluentui/react-button';
import { DrawerBody, DrawerHeader, DrawerHeaderTitle, OverlayDrawer } from '@fluentui/react-drawer';
import { DismissRegular, OpenRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { common } from '../messages/common.ts';
import { help } from '../messages/help.ts';
import { useMessages } from '../messages/use-messages.ts';
import { sectionOf } from './sections.ts';

const links = [
  ['apiReference', '/docs'],
  ['apiExplorer', '/docs/explorer'],
] as const;

const keys = [
  ['search', 'find'],
  ['search', 'slash'],
  ['help', 'questionMark'],
  ['skip', 'tab'],
  ['close', 'escape'],
] as const;

export function HelpPanel({ close }: { close: () => void }) {
  const t = useMessages(help);
  const words = useMessages(common);
  const section = sectionOf(useLocation().pathname);
  const [isOpen, setIsOpen] = useState(true);
  return (
    <OverlayDrawer
      open={isOpen}
      position="end"
      onOpenChange={(_event, { open }) => {
        setIsOpen(open);
        if (!open) close();
      }}
    >
      <DrawerHeader>
        <DrawerHeaderTitle
          action={
            <Button
              appearance="subtle"
              aria-label={words('close')}
              icon={<DismissRegular />}
              onClick={close}
            />
          }
        >
          {t('title')}
        </DrawerHeaderTitle>
      </DrawerHeader>
      <DrawerBody>
        <div className="stack">
          {section === undefined ? null : (
            <section className="stack tight">
              <h3>{t(`page.${section}.title`)}</h3>
              <p>{t(`page.${section}.text`)}</p>
            </section>
          )}
          <section className="stack tight">
            <h3>{t('more')}</h3>
            <ul className="plain stack tight">
              {links.map(([name, href]) => (
                <li key={name}>
                  <a href={href} target="_blank" rel="noreferrer">
                    {t(`link.${name}`)} <OpenRegular aria-hidden="true" />
                  </a>
                </li>
              ))}
            </ul>
          </section>
          <section className="stack tight">
            <h3>{t('keys')}</h3>
            <dl className="facts">
              {keys.map(([name, key]) => (
                <div key={key} className="key-row">
                  <dt>
                    <kbd>{t(`keyName.${key}`)}</kbd>
                  </dt>
                  <dd>{t(`key.${name}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      </DrawerBody>
    </OverlayDrawer>
  );
}
