// The menu that opens a group in the applications that have it. The address of its site is read when the menu opens.
import { OpenRegular } from '@fluentui/react-icons';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { api, ApiProblem } from '../../../api/client.ts';
import type { GroupDetail } from '../../../api/types.ts';
import { useIsLimited, useSession } from '../../../api/session.ts';
import { Popup } from '../../../components/popup.tsx';
import { groupTabs as texts } from '../../../messages/group-tabs.ts';
import { useMessages } from '../../../messages/use-messages.ts';

const siteKeptMs = 5 * 60_000;

export function GroupLinks({ group }: { group: GroupDetail }) {
  const t = useMessages(texts);
  const { tenant } = useSession();
  const isLimited = useIsLimited();
  const { directory, state } = group;
  if (directory === null || (state !== 'active' && state !== 'archived')) return null;
  // The page of the sandbox concerns the whole tenant.
  if (isLimited && tenant.directory === 'sandbox') return null;
  return (
    <Popup label={t('openIn')} text={t('openIn')} icon={<OpenRegular />} appearance="secondary">
      {(close) =>
        tenant.directory === 'sandbox' ? (
          <Link to="/sandbox?tab=groups" onClick={close}>
            {t('sandbox')}
          </Link>
        ) : (
          <>
            {directory.links.map(({ app, url }) => (
              <AppLink key={app} url={url} close={close}>
                {t(`apps.${app}`)}
              </AppLink>
            ))}
            <SiteLink teamId={group.teamId} close={close} />
          </>
        )
      }
    </Popup>
  );
}

function AppLink({
  url,
  close,
  children,
}: {
  url: string;
  close: () => void;
  children: ReactNode;
}) {
  const t = useMessages(texts);
  return (
    <a href={url} target="_blank" rel="noreferrer" onClick={close}>
      {children}
      <span className="sr-only"> {t('newWindow')}</span>
    </a>
  );
}

/** Where the connection may not read sites, a sentence says so. */
function SiteLink({ teamId, close }: { teamId: string; close: () => void }) {
  const t = useMessages(texts);
  const site = useQuery({
    queryKey: ['group', teamId, 'site'],
    queryFn: ({ signal }) => api.get('/teams/{teamId}/site', { path: { teamId }, signal }),
    staleTime: siteKeptMs,
    retry: false,
  });
  const url = site.data?.url ?? null;
  if (url !== null) {
    return (
      <AppLink url={url} close={close}>
        {t('apps.sharepoint')}
      </AppLink>
    );
  }
  return (
    <p className="muted small" role="status">
      {t(`site.${stateOf(site)}`)}
    </p>
  );
}

function stateOf({
  isPending,
  error,
}: UseQueryResult): 'reading' | 'forbidden' | 'unread' | 'none' {
  if (isPending) return 'reading';
  if (error === null) return 'none';
  const isForbidden = error instanceof ApiProblem && error.code === 'directory_permission_missing';
  return isForbidden ? 'forbidden' : 'unread';
}
