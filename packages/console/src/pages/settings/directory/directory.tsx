// The directory connection: the suite and its test.
import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarBody } from '../../../components/message-bar.tsx';
import { PlugConnectedCheckmarkRegular } from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { keepAnswer } from '../../../api/keep-answer.ts';
import type { DirectoryState } from '../../../api/types.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { FormNotice, formProblem } from '../../../components/form-problem.tsx';
import { Card, Loaded, Page } from '../../../components/layout.tsx';
import { useSending } from '../../../components/use-sending.ts';
import { useMay } from '../../../api/session.ts';
import { ConnectionProbes } from './connection-probes.tsx';
import { ConnectionForm } from './directory-connection.tsx';
import { clouds, type Microsoft365Settings } from './directory-draft.ts';
import { ConsentResult } from './directory-guide.tsx';
import { TestReport } from './directory-report.tsx';
import { changes } from '../../../messages/changes.ts';
import { connectionGuide } from '../../../messages/connection-guide.ts';
import { directory as texts } from '../../../messages/directory.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { useMessages } from '../../../messages/use-messages.ts';

const queryKey = ['directory'] as const;

export function DirectoryPage() {
  const t = useMessages(texts);
  // The edited state stays as it was when editing began, whatever is loaded meanwhile.
  const [edited, setEdited] = useState<DirectoryState>();
  const client = useQueryClient();
  const directory = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/directory', { signal }),
  });
  /** Undefined if there was no answer: the input stays. */
  const reload = async () => {
    const { isSuccess, data } = await directory.refetch();
    return isSuccess ? data : undefined;
  };
  return (
    <Page title={t('title')} lead={t('lead')}>
      <ConsentResult />
      <Loaded query={directory}>
        {(state) =>
          edited === undefined ? (
            <>
              <Connection state={state} edit={() => setEdited(state)} />
              {state.kind === 'microsoft365' ? <ConnectionProbes state={state} /> : null}
            </>
          ) : (
            <ConnectionForm
              key={edited.etag}
              state={edited}
              close={() => setEdited(undefined)}
              saved={(stored) => {
                void keepAnswer(client, queryKey, stored);
                setEdited(undefined);
              }}
              reload={() => void reload().then((stored) => setEdited(stored ?? edited))}
            />
          )
        }
      </Loaded>
    </Page>
  );
}

function Connection({ state, edit }: { state: DirectoryState; edit: () => void }) {
  const t = useMessages(texts);
  const [leaving, setLeaving] = useState(false);
  const told = useMessages(changes);
  const mayChange = useMay('settings:manage');
  const client = useQueryClient();
  const { etag } = state;
  const test = useSending({
    send: async () => ({ etag, report: await api.post('/directory/test') }),
  });
  const guide = useMessages(connectionGuide);
  const settings = state.microsoft365;
  const isSandbox = settings === null;
  return (
    <Card
      title={t(isSandbox ? 'sandbox' : 'microsoft365')}
      note={t(isSandbox ? 'sandboxNote' : 'microsoft365Note')}
      actions={
        <div className="actions">
          <Button
            icon={<PlugConnectedCheckmarkRegular />}
            disabledFocusable={test.isPending}
            onClick={() => test.submit()}
          >
            {t(test.isPending ? 'testing' : 'test')}
          </Button>
          {mayChange ? (
            <Button
              appearance={isSandbox ? 'secondary' : 'primary'}
              disabled={isSandbox && state.hasGroups}
              onClick={edit}
            >
              {t(isSandbox ? 'connect' : 'editConnection')}
            </Button>
          ) : null}
        </div>
      }
    >
      <div className="stack">
        {isSandbox ? null : <CredentialWarning settings={settings} />}
        {isSandbox ? null : <Settings settings={settings} />}
        {isSandbox ? null : <LastComparison />}
        {mayChange && state.hasGroups ? <p className="muted">{guide('hasGroups')}</p> : null}
        <FormNotice problem={formProblem(test.error, [])} />
        {test.data?.etag === etag ? <TestReport report={test.data.report} /> : null}
        {mayChange && !isSandbox ? (
          <div>
            <Button disabled={state.hasGroups} onClick={() => setLeaving(true)}>
              {t('useSandbox')}
            </Button>
          </div>
        ) : null}
      </div>
      {leaving ? (
        <Confirm
          title={t('useSandboxTitle')}
          finished={told('sandboxInUse')}
          action={t('useSandboxSubmit')}
          close={() => setLeaving(false)}
          work={async () => {
            const stored = await api.put('/directory/sandbox', {
              body: { replicationDelayMs: 0, teamCreationMs: 0 },
              etag,
            });
            await keepAnswer(client, queryKey, stored);
          }}
        >
          {t('useSandboxNote')}
        </Confirm>
      ) : null}
    </Card>
  );
}

/** Each comparison of the records with the directory uses the connection, so it shows whether that works. */
function LastComparison() {
  const t = useMessages(texts);
  const format = useFormat();
  const { data } = useQuery({
    queryKey: [...queryKey, 'reconciliation'],
    queryFn: ({ signal }) => api.get('/directory/reconciliation', { signal }),
  });
  // The line keeps its place while it is loading.
  if (data === undefined) return <p>{'\u00a0'}</p>;
  if (data.error !== null) {
    return (
      <MessageBar intent="error">
        <MessageBarBody>
          {t('comparisonFailed', { time: format.dateTime(data.error.attemptedAt) })}
        </MessageBarBody>
      </MessageBar>
    );
  }
  return (
    <p className="muted">
      {data.last === null
        ? t('comparisonPending')
        : t('compared', { time: format.dateTime(data.last.finishedAt) })}
    </p>
  );
}

const soonMs = 30 * 86_400_000;

function CredentialWarning({ settings }: { settings: Microsoft365Settings }) {
  const t = useMessages(texts);
  const format = useFormat();
  const { credential, credentialExpiresAt: end } = settings;
  if (end === null) {
    return credential === 'secret' ? <p className="muted">{t('credentialUnknown')}</p> : null;
  }
  if (Date.parse(end) - Date.now() >= soonMs) return null;
  const isPast = Date.parse(end) <= Date.now();
  return (
    <MessageBar intent={isPast ? 'error' : 'warning'}>
      <MessageBarBody>
        {t(isPast ? 'credentialExpired' : 'credentialExpiresSoon', { date: format.date(end) })}
      </MessageBarBody>
    </MessageBar>
  );
}

function Settings({ settings }: { settings: Microsoft365Settings }) {
  const t = useMessages(texts);
  const format = useFormat();
  const { credential, credentialExpiresAt, graphBaseUrl, loginBaseUrl } = settings;
  const cloud = clouds.find(
    (one) => one.graphBaseUrl === graphBaseUrl && one.loginBaseUrl === loginBaseUrl,
  );
  const limits = Object.entries(settings.limits);
  const facts: [string, string][] = [
    [t('entraTenantId'), settings.entraTenantId],
    [t('clientId'), settings.clientId ?? t('noClientId')],
    [t('credential'), t(`storedCredential.${credential}`)],
    ...(credentialExpiresAt === null
      ? []
      : ([[t('credentialExpires'), format.date(credentialExpiresAt)]] satisfies [
          string,
          string,
        ][])),
    ...(cloud === undefined
      ? ([
          [t('graphBaseUrl'), graphBaseUrl],
          [t('loginBaseUrl'), loginBaseUrl],
        ] satisfies [string, string][])
      : ([[t('cloud'), t(`clouds.${cloud.id}`)]] satisfies [string, string][])),
    ...limits.map(([name, calls]): [string, string] => [t('rateLimit', { name }), String(calls)]),
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <Setting key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function Setting({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
