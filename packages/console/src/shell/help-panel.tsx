// The help beside a page: what the page is for, where the service explains more, and the keys.
import { Button } from '@fluentui/react-button';
import { DismissRegular, OpenRegular } from '@fluentui/react-icons';
import { useLocation } from 'react-router';
import { docsUrl } from '../api/location.ts';
import { Modal } from '../components/modal.tsx';
import { docsAround } from '../components/page-docs.ts';
import { common } from '../messages/common.ts';
import { help } from '../messages/help.ts';
import { useMessages } from '../messages/use-messages.ts';
import { sectionOf } from './sections.ts';

const links = [
  ['documentation', 'guides'],
  ['apiReference', ''],
] as const;

const keys = [
  ['search', 'find'],
  ['search', 'slash'],
  ['help', 'questionMark'],
  ['toast', 'toast'],
  ['skip', 'tab'],
  ['close', 'escape'],
] as const;

export function HelpPanel({ close }: { close: () => void }) {
  const t = useMessages(help);
  const words = useMessages(common);
  const { pathname } = useLocation();
  const section = sectionOf(pathname)?.name;
  const docs = docsAround(pathname);
  return (
    <Modal title={t('title')} close={close} className="modal side-panel">
      <Button
        className="side-close"
        appearance="subtle"
        aria-label={words('close')}
        icon={<DismissRegular />}
        onClick={close}
      />
      <div className="stack">
        {section === undefined ? null : (
          <section className="stack tight">
            <h3>{t(`page.${section}.title`)}</h3>
            <p>{t(`page.${section}.text`)}</p>
            {docs === undefined ? null : (
              <p>
                <DocsLink to={docs}>{words('learnMore')}</DocsLink>
              </p>
            )}
          </section>
        )}
        <section className="stack tight">
          <h3>{t('more')}</h3>
          <ul className="plain stack tight">
            {links.map(([name, path]) => (
              <li key={name}>
                <DocsLink to={path}>{t(`link.${name}`)}</DocsLink>
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
    </Modal>
  );
}

function DocsLink({ to, children }: { to: string; children: string }) {
  return (
    <a href={docsUrl(to)} target="_blank" rel="noreferrer" hrefLang="en">
      {children} <OpenRegular aria-hidden="true" />
    </a>
  );
}
