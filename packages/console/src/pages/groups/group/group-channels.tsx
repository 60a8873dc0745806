// The channels of a group's team, as the directory has them now.
import { api } from '../../../api/client.ts';
import type { Answer } from '../../../api/route-types.ts';
import type { GroupDetail } from '../../../api/types.ts';
import type { Column } from '../../../components/data-table.tsx';
import { Card, Empty } from '../../../components/layout.tsx';
import { PagedTable, usePaged } from '../../../components/paged-table.tsx';
import { groupTabs as texts } from '../../../messages/group-tabs.ts';
import { useMessages } from '../../../messages/use-messages.ts';

type Channel = Answer<'get', '/teams/{teamId}/channels'>['items'][number];

export function GroupChannels({ group }: { group: GroupDetail }) {
  const { teamId, state, directory } = group;
  const t = useMessages(texts);
  const exists = directory !== null && (state === 'active' || state === 'archived');
  if (exists) return <Channels teamId={teamId} />;
  return (
    <Card title={t('channels')} className="flush">
      <Empty title={t('noChannels')}>{t('channelsLater')}</Empty>
    </Card>
  );
}

function Channels({ teamId }: { teamId: string }) {
  const t = useMessages(texts);
  const channels = usePaged(['group', teamId, 'channels'], (page) =>
    api.get('/teams/{teamId}/channels', { path: { teamId }, ...page }),
  );
  const columns: readonly Column<Channel>[] = [
    {
      title: t('channel'),
      cell: ({ displayName, webUrl }) => <Name of={displayName} url={webUrl} />,
    },
    { title: t('channelKind'), cell: ({ kind }) => t(`channelKinds.${kind}`) },
    {
      title: t('channelDescription'),
      cell: ({ description }) => description ?? <span className="muted">–</span>,
    },
  ];
  const isTeam = channels.query.data?.hasTeam ?? true;
  return (
    <PagedTable
      paged={channels}
      title={t('channels')}
      note={t('channelsNote')}
      empty={{ title: t('noChannels'), ...(!isTeam && { text: t('noTeam') }) }}
      keyOf={({ channelId }) => channelId}
      columns={columns}
    />
  );
}

function Name({ of, url }: { of: string; url: string | null }) {
  const t = useMessages(texts);
  if (url === null) return <span className="name">{of}</span>;
  return (
    <a className="name" href={url} target="_blank" rel="noreferrer">
      {of}
      <span className="sr-only"> {t('newWindow')}</span>
    </a>
  );
}
