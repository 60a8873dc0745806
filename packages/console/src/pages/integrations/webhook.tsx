// One endpoint: test, change, disable, enable or remove it, add a key, and see its deliveries.
import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarBody, MessageBarTitle } from '../../components/message-bar.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import type { NewWebhookResponse, Webhook, WebhookTest } from '../../api/types.ts';
import { useInvalidation } from '../../api/use-invalidation.ts';
import { FormNotice, formProblem } from '../../components/form-problem.tsx';
import { Card, Loaded, Page } from '../../components/layout.tsx';
import { Status } from '../../components/status.tsx';
import { formatDuration, Moment } from '../../components/time.tsx';
import { useSending } from '../../components/use-sending.ts';
import { useMay } from '../../api/session.ts';
import {
  AddSigningKey,
  DisableEndpoint,
  EditEndpoint,
  RemoveEndpoint,
  VerificationKey,
} from './webhook-dialogs.tsx';
import { Attempts, Deliveries, useEndpointState } from './webhook-log.tsx';
import { outcomeText } from './webhook-attempt.tsx';
import { ResendRange } from './webhook-resend.tsx';
import { changes } from '../../messages/changes.ts';
import { common } from '../../messages/common.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { webhooks as texts } from '../../messages/webhooks.ts';

export function WebhookPage() {
  const t = useMessages(texts);
  const { endpointId = '' } = useParams();
  const webhook = useQuery({
    queryKey: ['webhook', endpointId],
    queryFn: ({ signal }) => api.get('/webhooks/{endpointId}', { path: { endpointId }, signal }),
  });
  if (webhook.data === undefined) {
    const back = { to: '/webhooks', label: t('title') };
    return (
      <Page title={t('one')} back={back}>
        <Loaded query={webhook} back={back}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  return <Endpoint webhook={webhook.data} />;
}

interface Act {
  readonly action: () => Promise<unknown>;
  readonly told: 'enabled' | 'resent';
}

function Endpoint({ webhook }: { webhook: Webhook }) {
  const path = { endpointId: webhook.endpointId };
  const state = useEndpointState(webhook);
  const [open, setOpen] = useState<
    'edit' | 'add-key' | 'disable' | 'resend' | 'remove' | NewWebhookResponse
  >();
  const mayChange = useMay('settings:manage');
  const client = useQueryClient();
  const navigate = useNavigate();
  const t = useMessages(texts);
  const c = useMessages(common);
  const told = useMessages(changes);
  const settled = useInvalidation(['webhook', webhook.endpointId], ['webhooks']);
  const test = useSending({
    send: async () => ({
      url: webhook.url,
      report: await api.post('/webhooks/{endpointId}/test', { path }),
    }),
    onSettled: settled,
  });
  const act = useSending({
    send: ({ action }: Act) => action(),
    onSettled: settled,
    finished: (_answer, act) => told(act.told, { name: webhook.url }),
  });
  const enable = (missed: 'deliver' | 'skip') =>
    act.submit({
      action: () => api.post('/webhooks/{endpointId}/enable', { path, body: { missed } }),
      told: 'enabled',
    });
  const isDisabled = webhook.state === 'disabled';
  const dialog = { webhook, close: () => setOpen(undefined), settled };
  return (
    <Page
      title={new URL(webhook.url).host}
      back={{ to: '/webhooks', label: t('title') }}
      lead={
        <span className="row">
          <Status status={state} />
          <span className="mono wrap">{webhook.url}</span>
        </span>
      }
      actions={
        mayChange ? (
          <>
            {isDisabled ? (
              <>
                <Button appearance="primary" onClick={() => enable('deliver')}>
                  {t('enableAndResend')}
                </Button>
                <Button onClick={() => enable('skip')}>{t('enable')}</Button>
              </>
            ) : null}
            <Button
              appearance={isDisabled ? 'secondary' : 'primary'}
              disabledFocusable={test.isPending}
              onClick={() => test.submit()}
            >
              {test.isPending ? t('sending') : t('sendTest')}
            </Button>
            <Button onClick={() => setOpen('edit')}>{c('edit')}</Button>
            <Button onClick={() => setOpen('add-key')}>{t('addKey')}</Button>
            {isDisabled ? null : <Button onClick={() => setOpen('disable')}>{t('disable')}</Button>}
            <Button className="danger" onClick={() => setOpen('remove')}>
              {c('remove')}
            </Button>
          </>
        ) : undefined
      }
    >
      <FormNotice problem={formProblem(test.error ?? act.error, [])} />
      {isDisabled ? <Disabled webhook={webhook} /> : null}
      {test.data?.url === webhook.url ? <TestReport report={test.data.report} /> : null}
      <Details webhook={webhook} />
      <Deliveries
        endpoint={webhook}
        resendRange={() => setOpen('resend')}
        deliverNow={
          isDisabled
            ? undefined
            : () =>
                act.submit({
                  action: () => api.post('/webhooks/{endpointId}/deliver-now', { path }),
                  told: 'resent',
                })
        }
        replay={(positions) =>
          act.submit({
            action: () => api.post('/webhooks/{endpointId}/replay', { path, body: { positions } }),
            told: 'resent',
          })
        }
      />
      <Attempts endpoint={webhook} />
      {open === 'edit' ? <EditEndpoint {...dialog} /> : null}
      {open === 'disable' ? <DisableEndpoint {...dialog} /> : null}
      {open === 'resend' ? <ResendRange {...dialog} /> : null}
      {open === 'add-key' ? <AddSigningKey {...dialog} done={setOpen} /> : null}
      {typeof open === 'object' ? <VerificationKey answer={open} close={dialog.close} /> : null}
      {open === 'remove' ? (
        <RemoveEndpoint
          webhook={webhook}
          close={dialog.close}
          removed={async () => {
            await client.invalidateQueries({ queryKey: ['webhooks'] });
            await navigate('/webhooks');
          }}
        />
      ) : null}
    </Page>
  );
}

function Disabled({ webhook: { disabledBy } }: { webhook: Webhook }) {
  const t = useMessages(texts);
  const [, kind, name] = /^([^:]*):(.+)$/s.exec(disabledBy ?? '') ?? [];
  const isByPerson = name !== undefined && kind !== 'service';
  return (
    <MessageBar intent="warning">
      <MessageBarBody>
        <MessageBarTitle>
          {isByPerson ? t('disabledBy', { name }) : t('isDisabled')}
        </MessageBarTitle>{' '}
        {isByPerson ? null : t('answeredGone')}
      </MessageBarBody>
    </MessageBar>
  );
}

function TestReport({ report }: { report: WebhookTest }) {
  const t = useMessages(texts);
  const isDelivered = report.outcome === 'delivered';
  return (
    <MessageBar intent={isDelivered ? 'success' : 'error'} role="status">
      <MessageBarBody>
        <MessageBarTitle>{isDelivered ? t('testDelivered') : t('testFailed')}</MessageBarTitle>{' '}
        {outcomeText(report) ??
          (report.statusCode === null
            ? ''
            : t('statusCode', { code: String(report.statusCode) }))}{' '}
        <span className="muted">({formatDuration(report.durationMs)})</span>
        {report.answerExcerpt === null || report.answerExcerpt === '' ? null : (
          <pre className="secret mono details" tabIndex={0} aria-label={t('response')}>
            {report.answerExcerpt}
          </pre>
        )}
      </MessageBarBody>
    </MessageBar>
  );
}

const kindLabels: Readonly<Record<string, string>> = { hmac: 'HMAC', ed25519: 'Ed25519' };

function Details({ webhook }: { webhook: Webhook }) {
  const t = useMessages(texts);
  return (
    <Card title={t('details')}>
      <dl className="facts">
        {webhook.description === '' ? null : (
          <>
            <dt>{t('purpose')}</dt>
            <dd>{webhook.description}</dd>
          </>
        )}
        <dt>{t('events')}</dt>
        <dd>{webhook.types === null ? t('allEvents') : webhook.types.join(', ')}</dd>
        <dt>{t('added')}</dt>
        <dd>
          <Moment iso={webhook.createdAt} />
        </dd>
        <dt>{t('activeKeys')}</dt>
        <dd>
          {webhook.signing.map(({ kind, createdAt, expiresAt }) => (
            <div key={createdAt}>
              {kindLabels[kind] ?? kind}, {t('keyCreated')} <Moment iso={createdAt} />
              {expiresAt === null ? null : (
                <>
                  , {t('keyEnds')} <Moment iso={expiresAt} />
                </>
              )}
            </div>
          ))}
        </dd>
        {webhook.publicKeys.length === 0 ? null : (
          <>
            <dt>{t('publicKeys')}</dt>
            <dd className="mono">{webhook.publicKeys.join(' ')}</dd>
          </>
        )}
      </dl>
    </Card>
  );
}
