// The next twelve months of the groups of a template as it is edited, if nobody answers: the service's own forecast, asked
// for when it is opened. Nothing is changed.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { Loaded } from '../../components/layout.tsx';
import { useDebounced } from '../../components/use-debounced.ts';
import { lifecycleForecast as texts } from '../../messages/lifecycle-forecast.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { bodyOf, type TemplateDraft } from './template-draft.ts';
import type { TemplatePlan } from './use-template-plan.ts';

type Forecast = NonNullable<TemplatePlan['forecast']>;

const mostNamed = 100;

export function LifecycleForecast({
  draft,
  templateId,
}: {
  draft: TemplateDraft;
  templateId: string;
}) {
  const body = useDebounced(JSON.stringify(bodyOf(draft)), 500);
  const plan = useQuery({
    queryKey: ['template', templateId, 'plan', body, 'forecast'],
    queryFn: ({ signal }) =>
      api.post('/templates/{templateId}/plan', {
        path: { templateId },
        query: { forecast: mostNamed },
        body: JSON.parse(body) as ReturnType<typeof bodyOf>,
        signal,
      }),
    retry: false,
    gcTime: 0,
  });
  return (
    <Loaded query={plan}>
      {({ forecast, groups }) =>
        forecast === null ? null : <Months forecast={forecast} all={groups} />
      }
    </Loaded>
  );
}

function Months({ forecast, all }: { forecast: Forecast; all: number }) {
  const t = useMessages(texts);
  const format = useFormat();
  const { questions, archived, deleted, expired, withoutOwner, concerned, named, groups } =
    forecast;
  const left = concerned - named.length;
  return (
    <div className="stack">
      <p role="status">
        <strong>{t('counts', { questions, archived, deleted, expired, withoutOwner })}</strong>{' '}
        {groups < all ? t('first', { count: groups }) : null}
      </p>
      <p className="muted small">{t('assumes')}</p>
      <ul className="plain stack tight">
        {named.map(({ teamId, displayName, events, isWithoutOwner }) => (
          <li key={teamId}>
            <Link to={`/groups/${teamId}`}>
              <bdi>{displayName}</bdi>
            </Link>
            <div className="muted small">
              {format.list([
                ...events.map(({ at, event }) => t(`events.${event}`, { date: format.date(at) })),
                ...(isWithoutOwner ? [t('withoutOwner')] : []),
              ])}
            </div>
          </li>
        ))}
      </ul>
      {left > 0 ? <p className="muted small">{t('others', { count: left })}</p> : null}
    </div>
  );
}
