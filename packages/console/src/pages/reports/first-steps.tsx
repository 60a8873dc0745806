// The first steps of a new tenant, shown until its first group is there.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import type { OverviewState } from '../../api/types.ts';
import { Card } from '../../components/layout.tsx';
import { overview as texts } from '../../messages/overview.ts';
import { useMessages } from '../../messages/use-messages.ts';

export function FirstSteps({ state }: { state: OverviewState }) {
  const t = useMessages(texts);
  const directory = useQuery({
    queryKey: ['directory'],
    queryFn: ({ signal }) => api.get('/directory', { signal }),
  });
  const keys = useQuery({
    queryKey: ['api-keys', 'first'],
    queryFn: ({ signal }) => api.get('/api-keys', { query: { limit: 1 }, signal }),
  });
  const steps = [
    { name: 'connection', to: '/directory', isDone: directory.data?.kind === 'microsoft365' },
    { name: 'template', to: '/organisations', isDone: state.templates > 0 },
    { name: 'key', to: '/api-keys', isDone: (keys.data?.total ?? 0) > 0 },
    { name: 'group', to: '/groups', isDone: false },
  ] as const;
  return (
    <Card title={t('steps.title')} note={t('steps.note')}>
      <ol className="plain attention">
        {steps.map(({ name, to, isDone }) => (
          <li key={name}>
            <span className={`status-sign ${isDone ? 'good' : 'quiet'}`} aria-hidden="true">
              {isDone ? '✓' : '○'}
            </span>
            <Link to={to}>{t(`steps.${name}`)}</Link>
            <span className="sr-only">{t(isDone ? 'steps.done' : 'steps.open')}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
