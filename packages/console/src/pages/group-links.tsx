// The menu that opens a group in the applications that have it.
import { OpenRegular } from '@fluentui/react-icons';
import { Link } from 'react-router';
import type { GroupDetail } from '../api/types.ts';
import { useSession } from '../api/session.ts';
import { Popup } from '../components/popup.tsx';
import { groupTabs as texts } from '../messages/group-tabs.ts';
import { useMessages } from '../messages/use-messages.ts';

export function GroupLinks({ group }: { group: GroupDetail }) {
  const t = useMessages(texts);
  const { tenant } = useSession();
  const { directory, state } = group;
  const links = directory?.links ?? [];
  const isSandbox = tenant.directory === 'sandbox';
  if (directory === null || (state !== 'active' && state !== 'archived')) return null;
  if (links.length === 0 && !isSandbox) return null;
  return (
    <Popup label={t('openIn')} text={t('openIn')} icon={<OpenRegular />} appearance="secondary">
      {(close) =>
        isSandbox ? (
          <Link to="/directory?tab=groups" onClick={close}>
            {t('sandbox')}
          </Link>
        ) : (
          links.map(({ app, url }) => (
            <a key={app} href={url} target="_blank" rel="noreferrer" onClick={close}>
              {t(`apps.${app}`)}
              <span className="sr-only"> {t('newWindow')}</span>
            </a>
          ))
        )
      }
    </Popup>
  );
}
