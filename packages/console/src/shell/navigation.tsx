// The entries of the navigation: beside every page, and on a phone in a drawer. An entry that is being loaded shows it.
// The sections of an entry are tabs above its page.
import { Button } from '@fluentui/react-button';
import { DismissRegular } from '@fluentui/react-icons';
import { Fragment } from 'react';
import { useHref, useLinkClickHandler, useLocation, useNavigation } from 'react-router';
import { pagePath } from '../api/location.ts';
import { Modal } from '../components/modal.tsx';
import { PageTabs } from '../components/page-tabs.tsx';
import { common } from '../messages/common.ts';
import { shell } from '../messages/shell.ts';
import { useFormat } from '../messages/use-format.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useToDo } from '../pages/to-do/use-to-do.ts';
import { FramePart } from './frame-part.tsx';
import { entries, type Entry, sectionOf, useSections } from './sections.ts';

export function Navigation({ onChoice }: { onChoice?: () => void }) {
  const t = useMessages(shell);
  const { pathname } = useLocation();
  const sections = useSections();
  // Unlike the present location, the next one has the path of the application before it.
  const next = useNavigation().location?.pathname.slice(pagePath.length);
  const pending = next === undefined ? undefined : sectionOf(next === '' ? '/' : next)?.of;
  return (
    <nav aria-label={t('sections')} className="nav">
      {entries.map((entry) => {
        const first = sections.find(({ of }) => of === entry.name);
        return first === undefined ? null : (
          <Fragment key={entry.name}>
            {'isFirstOfGroup' in entry ? <hr /> : null}
            <EntryLink
              entry={entry}
              to={first.to}
              isCurrent={entry.name === (pending ?? sectionOf(pathname)?.of)}
              isPending={pending === entry.name}
              onChoice={onChoice}
            />
          </Fragment>
        );
      })}
    </nav>
  );
}

function EntryLink({
  entry: { name, Icon },
  to,
  isCurrent,
  isPending,
  onChoice,
}: {
  entry: Entry;
  to: string;
  isCurrent: boolean;
  isPending: boolean;
  onChoice: (() => void) | undefined;
}) {
  const t = useMessages(shell);
  const follow = useLinkClickHandler(to);
  return (
    <a
      href={useHref(to)}
      className={isPending ? 'pending' : ''}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        onChoice?.();
        follow(event);
      }}
    >
      <Icon aria-hidden="true" />
      <span>{t(`entry.${name}`)}</span>
      {name === 'toDo' ? (
        <FramePart>
          <ToDoCount />
        </FramePart>
      ) : null}
    </a>
  );
}

/** The number of things to do, as Home and the page have it. */
function ToDoCount() {
  const format = useFormat();
  const { data } = useToDo();
  if (data === undefined || data.total === 0) return null;
  return <span className="nav-count">{` ${format.number(data.total)}`}</span>;
}

/** Above a page that is a section of its entry. A page below a section leads back to it instead. */
export function SectionTabs() {
  const t = useMessages(shell);
  const { pathname } = useLocation();
  const sections = useSections();
  const shown = sections.find(({ to }) => to === pathname);
  const beside = sections.filter(({ of }) => of === shown?.of);
  if (shown === undefined || beside.length < 2) return null;
  return (
    <div className="section-tabs">
      <PageTabs
        label={t(`entry.${shown.of}`)}
        tabs={beside.map(({ to, name }) => [to, t(`section.${name}`)])}
        chosen={shown.to}
        to={(to) => to}
      />
    </div>
  );
}

export function NavigationDrawer({ title, close }: { title: string; close: () => void }) {
  const words = useMessages(common);
  return (
    <Modal title={title} close={close} className="drawer">
      <Button
        className="drawer-close"
        appearance="subtle"
        icon={<DismissRegular />}
        aria-label={words('close')}
        onClick={close}
      />
      <Navigation onChoice={close} />
    </Modal>
  );
}
