// Twelve months of the groups of a template as it is edited: the next ones if nobody answers, or the last ones as if it had
// been in force. The service derives them when they are opened. Nothing is changed.
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

export type Direction = 'forecast' | 'backtest';

const mostNamed = 100;

export function LifecycleForecast({
  draft,
  templateId,
  direction,
}: {
  draft: TemplateDraft;
  templateId: string;
  direction: Direction;
}) {
  const body = useDebounced(JSON.stringify(bodyOf(draft)), 500);
  const plan = useQuery({
    queryKey: ['template', templateId, 'plan', body, direction],
    queryFn: ({ signal }) =>
      api.post('/templates/{templateId}/plan', {
        path: { templateId },
        query: { [direction]: mostNamed },
        body: JSON.parse(body) as ReturnType<typeof bodyOf>,
        signal,
      }),
    retry: false,
    gcTime: 0,
  });
  return (
    <Loaded query={plan}>
      {(found) =>
        found[direction] === null ? null : <Listed plan={found} direction={direction} />
      }
    </Loaded>
  );
}

function Listed({ plan, direction }: { plan: TemplatePlan; direction: Direction }) {
  const t = useMessages(texts);
  const format = useFormat();
  const { [direction]: months, notDerived } = plan;
  if (months === null) return null;
  const { questions, archived, deleted, expired, withoutOwner, unknown } = months;
  const { handedOver, restored } = months;
  const { concerned, named, groups, different, isCut } = months;
  const left = concerned - named.length;
  return (
    <div className="stack">
      <p role="status">
        <strong>{t('counts', { questions, archived, deleted, expired, withoutOwner })}</strong>{' '}
        {handedOver + restored > 0 ? t('moved', { handedOver, restored }) : null}{' '}
        {different > 0 ? t('different', { count: different }) : null}{' '}
        {isCut ? t('first', { count: groups }) : null}{' '}
        {unknown > 0 ? t('unknown', { count: unknown }) : null}
      </p>
      <p className="muted small">{t(`assumes.${direction}`)}</p>
      {notDerived.map(({ rule }) => (
        <p className="muted small" key={rule}>
          {t(`notDerived.${rule}`)}
        </p>
      ))}
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
                ...(events.length === 0 && !isWithoutOwner ? [t('nothing')] : []),
              ])}
            </div>
          </li>
        ))}
      </ul>
      {left > 0 ? <p className="muted small">{t('others', { count: left })}</p> : null}
    </div>
  );
}
