// Deliveries of an endpoint and their attempts, newest first, loaded page by page.
import { Button } from '@fluentui/react-button';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import type { Attempt, Delivery, Webhook } from '../../api/types.ts';
import type { Column } from '../../components/data-table.tsx';
import { Card } from '../../components/layout.tsx';
import { ListedTable, useListed } from '../../components/listed-table.tsx';
import { MailText } from '../../components/mail-text.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { Status } from '../../components/status.tsx';
import { formatDuration, Moment } from '../../components/time.tsx';
import { useMay } from '../../api/session.ts';
import { AttemptDialog, outcomeText } from './webhook-attempt.tsx';
import { labelOf, useMessages } from '../../messages/use-messages.ts';
import { webhooks as texts } from '../../messages/webhooks.ts';

const pageSize = 10;
const refreshEveryMs = 5_000;

function useLog<Item>(
  endpointId: string,
  name: 'deliveries' | 'attempts',
  read: (options: {
    path: { endpointId: string };
    query: { limit: number; cursor: string };
    signal: AbortSignal;
  }) => Promise<{ readonly items: readonly Item[]; readonly nextLink?: string }>,
  filter = '',
) {
  return useListed(
    ['webhook', endpointId, name, filter],
    (cursor, signal) => read({ path: { endpointId }, query: { limit: pageSize, cursor }, signal }),
    { refetchInterval: refreshEveryMs },
  );
}

/** Its state decides whether its deliveries are sent, and a pause when. */
type DeliveringEndpoint = Pick<Webhook, 'endpointId' | 'state' | 'pausedUntil'>;

export function Deliveries({
  endpoint,
  replay,
  resendRange,
  deliverNow,
}: {
  endpoint: DeliveringEndpoint;
  /** Null: all failed ones. */
  replay: (positions: readonly number[] | null) => void;
  resendRange: () => void;
  /** Undefined: nothing can be delivered. */
  deliverNow: (() => void) | undefined;
}) {
  const t = useMessages(texts);
  const deliveryColumns = useDeliveryColumns(endpoint);
  const mayChange = useMay('settings:manage');
  const [state, setState] = useState<Delivery['state'] | ''>('');
  const log = useLog(
    endpoint.endpointId,
    'deliveries',
    ({ query, ...options }) =>
      api.get('/webhooks/{endpointId}/deliveries', {
        ...options,
        query: { ...query, ...(state !== '' && { state }) },
      }),
    state,
  );
  const someFailed = log.data?.some(({ state }) => state === 'failed') === true;
  const someWait = log.data?.some(({ state: of }) => of === 'pending') === true;
  const actions: Column<Delivery> = {
    title: t('actions'),
    as: 'actions',
    cell: ({ state, eventType, position }) =>
      mayChange && state !== 'pending' ? (
        <RowButton
          action={t('resend')}
          of={`${eventType} ${position}`}
          onClick={() => replay([position])}
        />
      ) : null,
  };
  return (
    <Card
      title={t('deliveries')}
      note={t('newestFirst')}
      className="flush"
      actions={
        mayChange ? (
          <span className="actions">
            {someWait && deliverNow !== undefined ? (
              <Button onClick={deliverNow}>{t('deliverNow')}</Button>
            ) : null}
            {someFailed ? <Button onClick={() => replay(null)}>{t('resendFailed')}</Button> : null}
            <Button onClick={resendRange}>{t('resendRange')}</Button>
          </span>
        ) : undefined
      }
    >
      <div className="filters">
        <SelectField
          label={t('filter')}
          value={state}
          onChange={setState}
          options={[
            ['', t('anyState')],
            ['pending', t('states.pending')],
            ['delivered', t('states.delivered')],
            ['failed', t('states.failed')],
          ]}
        />
      </div>
      <ListedTable
        list={log}
        empty={{ title: t('noDeliveries') }}
        keyOf={({ position }) => position}
        columns={[...deliveryColumns, actions]}
      />
    </Card>
  );
}

function useDeliveryColumns({
  state,
  pausedUntil,
}: DeliveringEndpoint): readonly Column<Delivery>[] {
  const t = useMessages(texts);
  const isDisabled = state === 'disabled';
  return [
    {
      title: t('event'),
      cell: ({ eventType, subject, groupName }) => (
        <>
          <div className="name">{eventType}</div>
          {groupName === null ? (
            <span className="mono muted">{subject}</span>
          ) : (
            <Link to={`/groups/${subject}`} title={subject}>
              <bdi>{groupName}</bdi>
            </Link>
          )}
        </>
      ),
    },
    {
      title: t('state'),
      cell: (delivery) => (
        <span className="row">
          <Status status={deliveryStatus(delivery, isDisabled)} />
          {delivery.failures === 0 ? null : (
            <span className="tag">{t('failures', { count: delivery.failures })}</span>
          )}
        </span>
      ),
    },
    { title: t('queuedAt'), cell: ({ queuedAt }) => <Moment iso={queuedAt} /> },
    {
      title: t('nextAttempt'),
      cell: ({ dueAt }) => {
        const due = later(dueAt, pausedUntil);
        if (due !== null && isDisabled) return <span className="muted">{t('noneDisabled')}</span>;
        return due !== null && Date.parse(due) < Date.now() ? (
          <span className="muted">{t('isQueued')}</span>
        ) : (
          <Moment iso={due} />
        );
      },
    },
  ];
}

/** A delivery that is due waits for the end of a pause, too. */
function later(dueAt: string | null, pausedUntil: string | null): string | null {
  if (dueAt === null || pausedUntil === null) return dueAt;
  return Date.parse(dueAt) < Date.parse(pausedUntil) ? pausedUntil : dueAt;
}

/** Nothing is queued for a disabled endpoint: enabling it decides whether its deliveries are sent. */
function deliveryStatus({ state, failures }: Delivery, isDisabled: boolean): string {
  if (state !== 'pending' || isDisabled) return state;
  return failures > 0 ? 'waiting' : 'queued';
}

/** Attempts to deliver events, and tests. */
const useAttempts = (endpointId: string) =>
  useLog(endpointId, 'attempts', (options) => api.get('/webhooks/{endpointId}/attempts', options));

/** The state of an endpoint. One whose last attempt failed, a test included, is failing. */
export function useEndpointState({ endpointId, state }: Webhook): string {
  const last = useAttempts(endpointId).data?.[0];
  return state === 'active' && last !== undefined && last.outcome !== 'delivered'
    ? 'failing'
    : state;
}

export function Attempts({
  endpoint,
}: {
  endpoint: { readonly endpointId: string; readonly url: string };
}) {
  const t = useMessages(texts);
  const [shown, setShown] = useState<Attempt>();
  const attemptColumns = useAttemptColumns(setShown);
  const log = useAttempts(endpoint.endpointId);
  return (
    <Card title={t('attempts')} note={t('attemptsNote')} className="flush">
      <ListedTable
        list={log}
        empty={{ title: t('noAttempts') }}
        keyOf={({ attemptId }) => attemptId}
        columns={attemptColumns}
      />
      {shown === undefined ? null : (
        <AttemptDialog endpoint={endpoint} attempt={shown} close={() => setShown(undefined)} />
      )}
    </Card>
  );
}

function useAttemptColumns(show: (attempt: Attempt) => void): readonly Column<Attempt>[] {
  const t = useMessages(texts);
  return [
    {
      title: t('event'),
      cell: ({ eventType }) => (
        <span className="name">
          <MailText text={eventType} />
        </span>
      ),
    },
    {
      title: t('outcome'),
      as: 'text',
      cell: ({ outcome, statusCode, detail }) => (
        <>
          <span className={`status ${outcome === 'delivered' ? 'good' : 'bad'}`}>
            <span aria-hidden="true" className="status-sign">
              {outcome === 'delivered' ? '✓' : '✕'}
            </span>
            {labelOf(t, `outcomes.${outcome}`, outcome)}
            {statusCode === null ? '' : ` (${statusCode})`}
          </span>
          {detail === null ? null : (
            <div className="muted small">{outcomeText({ outcome, statusCode, detail })}</div>
          )}
        </>
      ),
    },
    { title: t('time'), cell: ({ attemptedAt }) => <Moment iso={attemptedAt} /> },
    {
      title: t('duration'),
      cell: ({ durationMs }) => <span className="duration">{formatDuration(durationMs)}</span>,
    },
    {
      title: t('actions'),
      as: 'actions',
      cell: (attempt) => (
        <RowButton
          action={t('showAttempt')}
          of={`${attempt.eventType} ${attempt.attemptId}`}
          onClick={() => show(attempt)}
        />
      ),
    },
  ];
}
