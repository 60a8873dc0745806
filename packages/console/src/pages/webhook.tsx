// One endpoint: test it, rotate its key, disable and enable it, and see what was delivered and what was not.
import { Button, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { get, send } from '../api/client.ts';
import type {
  AttemptList,
  DeliveryList,
  NewWebhookAnswer,
  Webhook,
  WebhookTest,
} from '../api/types.ts';
import { Confirm } from '../parts/confirm.tsx';
import { FormNotice, formProblem } from '../parts/form-problem.tsx';
import { Card, Empty, Loaded, Page } from '../parts/layout.tsx';
import { Status } from '../parts/status.tsx';
import { formatDuration, Moment } from '../parts/time.tsx';
import { useMayChange } from '../session.ts';
import { VerificationKey } from './webhooks.tsx';

const back = { to: '/webhooks', label: 'Webhooks' };
const refreshEveryMs = 5_000;

export function WebhookPage() {
  const { endpointId = '' } = useParams();
  const webhook = useQuery({
    queryKey: ['webhook', endpointId],
    queryFn: ({ signal }) => get<Webhook>(`webhooks/${endpointId}`, {}, signal),
  });
  if (webhook.data === undefined) {
    return (
      <Page title="Webhook" back={back}>
        <Loaded query={webhook} what="the endpoint">
          {() => null}
        </Loaded>
      </Page>
    );
  }
  return <Endpoint webhook={webhook.data} />;
}

type Open = { kind: 'remove' } | { kind: 'key'; made: NewWebhookAnswer };

function Endpoint({ webhook }: { webhook: Webhook }) {
  const path = `webhooks/${webhook.endpointId}`;
  const [open, setOpen] = useState<Open>();
  const mayChange = useMayChange();
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['webhook', webhook.endpointId] });
    void client.invalidateQueries({ queryKey: ['webhooks'] });
  };
  const test = useMutation({
    mutationFn: () => send<WebhookTest>('POST', `${path}/test`),
    onSettled: refresh,
  });
  const act = useMutation({
    mutationFn: ({ action, body }: { action: string; body?: object }) =>
      send('POST', `${path}/${action}`, body === undefined ? {} : { body }),
    onSettled: refresh,
  });
  const rotate = useMutation({
    mutationFn: () =>
      send<NewWebhookAnswer>('POST', `${path}/keys`, {
        body: { signing: webhook.signing[0]?.kind ?? 'hmac' },
      }),
    onSuccess: (made) => setOpen({ kind: 'key', made }),
    onSettled: refresh,
  });
  const isDisabled = webhook.state === 'disabled';
  return (
    <Page
      title={new URL(webhook.url).host}
      back={back}
      lead={
        <span className="row">
          <Status status={webhook.state} />
          <span className="mono">{webhook.url}</span>
        </span>
      }
      actions={
        mayChange ? (
          <>
            <Button appearance="primary" disabled={test.isPending} onClick={() => test.mutate()}>
              {test.isPending ? 'Sending…' : 'Send a test'}
            </Button>
            <Button disabled={rotate.isPending} onClick={() => rotate.mutate()}>
              Add a key
            </Button>
            {isDisabled ? (
              <>
                <Button
                  onClick={() => act.mutate({ action: 'enable', body: { missed: 'deliver' } })}
                >
                  Enable, deliver what was missed
                </Button>
                <Button onClick={() => act.mutate({ action: 'enable', body: { missed: 'skip' } })}>
                  Enable from now on
                </Button>
              </>
            ) : (
              <Button onClick={() => act.mutate({ action: 'disable' })}>Disable</Button>
            )}
            <Button onClick={() => setOpen({ kind: 'remove' })}>Remove</Button>
          </>
        ) : undefined
      }
    >
      <FormNotice problem={formProblem(test.error ?? act.error ?? rotate.error, [])} />
      {webhook.disabledReason === null ? null : (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>Disabled.</MessageBarTitle> {webhook.disabledReason}
          </MessageBarBody>
        </MessageBar>
      )}
      {test.data === undefined ? null : <TestReport report={test.data} />}
      <Deliveries
        path={path}
        mayChange={mayChange}
        replay={(position) => act.mutate({ action: 'replay', body: { positions: [position] } })}
        replayAll={() => act.mutate({ action: 'replay', body: { positions: null } })}
      />
      <Attempts path={path} />
      <Card title="Details">
        <dl className="facts">
          <dt>Events</dt>
          <dd>{webhook.eventTypes === null ? 'all' : webhook.eventTypes.join(', ')}</dd>
          <dt>Keys in force</dt>
          <dd>
            {webhook.signing.map(({ kind, createdAt, expiresAt }) => (
              <div key={createdAt}>
                {kind}, <Moment iso={createdAt} />
                {expiresAt === null ? null : (
                  <>
                    , ends <Moment iso={expiresAt} />
                  </>
                )}
              </div>
            ))}
          </dd>
          {webhook.publicKeys.length === 0 ? null : (
            <>
              <dt>Public keys</dt>
              <dd className="mono">{webhook.publicKeys.join(' ')}</dd>
            </>
          )}
        </dl>
      </Card>
      {open?.kind === 'key' ? (
        <VerificationKey answer={open.made} close={() => setOpen(undefined)} />
      ) : null}
      {open?.kind === 'remove' ? (
        <Confirm
          title={`Remove ${webhook.url}?`}
          action="Remove the endpoint"
          close={() => setOpen(undefined)}
          work={async () => {
            await send('DELETE', path, { etag: webhook.etag });
            await client.invalidateQueries({ queryKey: ['webhooks'] });
            await navigate('/webhooks');
          }}
        >
          Its deliveries and their log go with it.
        </Confirm>
      ) : null}
    </Page>
  );
}

function TestReport({ report }: { report: WebhookTest }) {
  const isDelivered = report.outcome === 'delivered';
  return (
    <MessageBar intent={isDelivered ? 'success' : 'error'} layout="multiline" role="status">
      <MessageBarBody>
        <MessageBarTitle>
          {isDelivered ? 'The endpoint took the test.' : 'The test did not arrive.'}
        </MessageBarTitle>{' '}
        {report.statusCode === null ? '' : `It answered ${report.statusCode}. `}
        {report.detail ?? ''} <span className="muted">({formatDuration(report.durationMs)})</span>
        {report.answerExcerpt === null || report.answerExcerpt === '' ? null : (
          <pre className="secret mono details" tabIndex={0} aria-label="What it answered">
            {report.answerExcerpt}
          </pre>
        )}
      </MessageBarBody>
    </MessageBar>
  );
}

function Deliveries({
  path,
  mayChange,
  replay,
  replayAll,
}: {
  path: string;
  mayChange: boolean;
  replay: (position: number) => void;
  replayAll: () => void;
}) {
  const deliveries = useQuery({
    queryKey: ['webhook', path, 'deliveries'],
    queryFn: ({ signal }) => get<DeliveryList>(`${path}/deliveries`, { limit: 50 }, signal),
    refetchInterval: refreshEveryMs,
  });
  const someFailed = deliveries.data?.items.some(({ state }) => state === 'failed') === true;
  return (
    <Card
      title="Deliveries"
      note="The newest 50."
      className="flush"
      actions={
        mayChange && someFailed ? (
          <Button onClick={replayAll}>Send all that were given up again</Button>
        ) : undefined
      }
    >
      <Loaded query={deliveries} what="deliveries">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="Nothing was delivered yet" />
          ) : (
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">Event</th>
                  <th scope="col">State</th>
                  <th scope="col">Queued</th>
                  <th scope="col">Next attempt</th>
                  <th scope="col">
                    <span className="sr-only">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((one) => (
                  <tr key={one.position}>
                    <td>
                      <div className="name">{one.eventType}</div>
                      <span className="mono muted">{one.subject}</span>
                    </td>
                    <td data-label="State">
                      <span className="row">
                        <Status status={deliveryStatus(one)} />
                        {one.failures > 0 ? (
                          <span className="tag">{one.failures} failures</span>
                        ) : null}
                      </span>
                    </td>
                    <td data-label="Queued">
                      <Moment iso={one.queuedAt} />
                    </td>
                    <td data-label="Next attempt">
                      <Moment iso={one.dueAt} />
                    </td>
                    <td className="end">
                      {mayChange && one.state !== 'pending' ? (
                        <Button
                          size="small"
                          appearance="subtle"
                          aria-label={`Send again ${one.eventType} ${one.position}`}
                          onClick={() => replay(one.position)}
                        >
                          Send again
                        </Button>
                      ) : null}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </Card>
  );
}

function deliveryStatus({ state, failures }: DeliveryList['items'][number]): string {
  if (state !== 'pending') return state;
  return failures > 0 ? 'waiting' : 'queued';
}

function Attempts({ path }: { path: string }) {
  const attempts = useQuery({
    queryKey: ['webhook', path, 'attempts'],
    queryFn: ({ signal }) => get<AttemptList>(`${path}/attempts`, { limit: 50 }, signal),
    refetchInterval: refreshEveryMs,
  });
  return (
    <Card title="Attempts" note="The newest 50, tests too; kept for 30 days." className="flush">
      <Loaded query={attempts} what="attempts">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No attempts yet" />
          ) : (
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">Event</th>
                  <th scope="col">Outcome</th>
                  <th scope="col">Took</th>
                </tr>
              </thead>
              <tbody>
                {items.map((attempt) => (
                  <tr key={attempt.attemptId}>
                    <td data-label="When">
                      <Moment iso={attempt.attemptedAt} />
                    </td>
                    <td data-label="Event">{attempt.eventType}</td>
                    <td>
                      <span
                        className={`status ${attempt.outcome === 'delivered' ? 'good' : 'bad'}`}
                      >
                        {attempt.outcome.replaceAll('_', ' ')}
                        {attempt.statusCode === null ? '' : ` (${attempt.statusCode})`}
                      </span>
                      {attempt.detail === null ? null : (
                        <div className="muted small">{attempt.detail}</div>
                      )}
                    </td>
                    <td data-label="Took">{formatDuration(attempt.durationMs)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </Card>
  );
}
