// The sections: beside every page, and on a phone in a drawer. A section that is being loaded shows it.
import { Button } from '@fluentui/react-button';
import { DismissRegular } from '@fluentui/react-icons';
import { Nav, NavItem } from '@fluentui/react-nav';
import { useHref, useLinkClickHandler, useLocation, useNavigation } from 'react-router';
import { pagePath } from '../api/location.ts';
import { Modal } from '../components/modal.tsx';
import { common } from '../messages/common.ts';
import { shell } from '../messages/shell.ts';
import { useMessages } from '../messages/use-messages.ts';
import { sectionOf, type Section, useSections } from './sections.ts';

export function Navigation({ onChoice }: { onChoice?: () => void }) {
  const t = useMessages(shell);
  const { pathname } = useLocation();
  const sections = useSections();
  // Unlike the present location, the next one has the path of the application before it.
  const next = useNavigation().location?.pathname.slice(pagePath.length);
  const pending = next === undefined ? undefined : sectionOf(next === '' ? '/' : next);
  return (
    <nav aria-label={t('sections')} className="nav">
      <Nav selectedValue={pending ?? sectionOf(pathname) ?? ''} density="small">
        {sections.map((section) => (
          <SectionLink
            key={section.name}
            section={section}
            isPending={pending === section.name}
            onChoice={onChoice}
          />
        ))}
      </Nav>
    </nav>
  );
}

function SectionLink({
  section: { name, to, Icon },
  isPending,
  onChoice,
}: {
  section: Section;
  isPending: boolean;
  onChoice: (() => void) | undefined;
}) {
  const t = useMessages(shell);
  const follow = useLinkClickHandler(to);
  return (
    <NavItem
      as="a"
      href={useHref(to)}
      value={name}
      icon={<Icon aria-hidden="true" />}
      className={isPending ? 'pending' : ''}
      onClick={(event) => {
        onChoice?.();
        follow(event);
      }}
    >
      {t(`section.${name}`)}
    </NavItem>
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
