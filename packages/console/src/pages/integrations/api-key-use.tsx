// The use of an API key: each secret with its last use, the calls by day, and the changes of the key.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import type { ApiKeyItem, ApiKeyUseState } from '../../api/types.ts';
import { DaysChart } from '../../charts/days.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Card, Loaded } from '../../components/layout.tsx';
import { Moment } from '../../components/time.tsx';
import { apiKeys as texts } from '../../messages/api-keys.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { activityByActor } from '../activity/activity-words.ts';
import { RecentActivity } from '../activity/recent-activity.tsx';

const refreshEveryMs = 30_000;
const shownActivity = 10;

export function useKeyUse(keyId: string) {
  return useQuery({
    queryKey: ['api-keys', keyId, 'use'],
    queryFn: ({ signal }) => api.get('/api-keys/{keyId}/use', { path: { keyId }, signal }),
    refetchInterval: refreshEveryMs,
  });
}

export function KeyUse({ apiKey }: { apiKey: ApiKeyItem }) {
  const use = useKeyUse(apiKey.keyId);
  return (
    <Loaded query={use}>
      {(state) => (
        <>
          <Secrets apiKey={apiKey} use={state} />
          <Calls keyId={apiKey.keyId} use={state} />
        </>
      )}
    </Loaded>
  );
}

function Secrets({ apiKey: { secrets }, use }: { apiKey: ApiKeyItem; use: ApiKeyUseState }) {
  const t = useMessages(texts);
  const format = useFormat();
  const names =
    secrets.length > 1 ? ([t('older'), t('newer')] as const) : ([t('current')] as const);
  const rows = secrets.map((secret, index) => ({
    ...secret,
    name: names[index] ?? '',
    use: use.secrets.find(({ secretId }) => secretId === secret.secretId),
  }));
  return (
    <Card title={t('secrets')} note={t('secretsNote')} className="flush">
      <DataTable
        items={rows}
        keyOf={({ secretId }) => secretId}
        columns={[
          { title: t('name'), cell: ({ name }) => name },
          { title: t('created'), cell: ({ createdAt }) => format.dateTime(createdAt) },
          {
            title: t('lastUsed'),
            cell: (row) => <Moment iso={row.use?.lastUsedAt ?? null} absent={t('never')} />,
          },
          {
            title: t('address'),
            cell: (row) => <span className="mono">{row.use?.address ?? '–'}</span>,
          },
          {
            title: t('userAgent'),
            cell: (row) => <span className="wrap">{row.use?.userAgent ?? '–'}</span>,
          },
        ]}
      />
    </Card>
  );
}

function Calls({ keyId, use }: { keyId: string; use: ApiKeyUseState }) {
  const t = useMessages(texts);
  const days = use.days.map(({ date, calls, refused }) => ({
    date,
    succeeded: calls - refused,
    failed: refused,
  }));
  return (
    <Card
      title={t('calls')}
      note={t('callsNote')}
      actions={<Link to={`/requests?keyId=${keyId}&outcome=refused`}>{t('viewRefused')}</Link>}
    >
      {use.days.every(({ calls }) => calls === 0) ? (
        <p className="muted">{t('noCalls')}</p>
      ) : (
        <DaysChart
          label={t('calls')}
          days={days}
          parts={{ succeeded: t('accepted'), failed: t('refused') }}
          to={(day, part) => callsOf(keyId, day, part)}
        />
      )}
    </Card>
  );
}

/** The requests of a key on a day in UTC. */
function callsOf(keyId: string, day: string, part?: 'succeeded' | 'failed'): string {
  const outcome = part === 'failed' ? 'refused' : (part ?? '');
  const filters = { keyId, outcome, from: day, until: day };
  const chosen = Object.entries(filters).filter(([, value]) => value !== '');
  return `/requests?${new URLSearchParams(chosen).toString()}`;
}

export function KeyActivity({ keyId }: { keyId: string }) {
  const t = useMessages(texts);
  const activity = useQuery({
    queryKey: ['activity', 'of', keyId],
    queryFn: ({ signal }) =>
      api.get('/activity', { query: { subjectId: keyId, limit: shownActivity }, signal }),
  });
  return (
    <Card title={t('activity')}>
      <Loaded query={activity}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">{t('noActivity')}</p>
          ) : (
            <RecentActivity items={items} textOf={activityByActor} />
          )
        }
      </Loaded>
    </Card>
  );
}
