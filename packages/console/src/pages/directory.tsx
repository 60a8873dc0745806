// The directory connection: the suite, its test, and for the sandbox its people and groups.
import { Button } from '@fluentui/react-button';
import { PlugConnectedCheckmarkRegular } from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import type { DirectoryState } from '../api/types.ts';
import { Confirm } from '../components/confirm.tsx';
import { FormNotice, formProblem } from '../components/form-problem.tsx';
import { Card, Loaded, Page } from '../components/layout.tsx';
import { Tabs } from '../components/tabs.tsx';
import { useSending } from '../components/use-sending.ts';
import { useMay } from '../api/session.ts';
import { ConnectionForm } from './directory-connection.tsx';
import { clouds, credentialNames, type Microsoft365Settings } from './directory-draft.ts';
import { TestReport } from './directory-report.tsx';
import { SandboxClock } from './sandbox-clock.tsx';
import { SandboxGroups } from './sandbox-groups.tsx';
import { SandboxPeople } from './sandbox-people.tsx';
import { SandboxSettings } from './sandbox-settings.tsx';
import { changes } from '../messages/changes.ts';
import { useMessages } from '../messages/use-messages.ts';

const queryKey = ['directory'] as const;

export function DirectoryPage() {
  // The edited state stays as it was when editing began, whatever is loaded meanwhile.
  const [edited, setEdited] = useState<DirectoryState>();
  const client = useQueryClient();
  const directory = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/directory', { signal }),
  });
  const reload = async () => (await directory.refetch()).data;
  return (
    <Page title="Directory" lead="Where this tenant's groups are created.">
      <Loaded query={directory} what="the connection">
        {(state) =>
          edited === undefined ? (
            <>
              <Connection state={state} edit={() => setEdited(state)} />
              {state.sandbox === null ? null : (
                <>
                  <SandboxClock />
                  <SandboxSettings state={state} sandbox={state.sandbox} reload={reload} />
                  <SandboxContent />
                </>
              )}
            </>
          ) : (
            <ConnectionForm
              key={edited.etag}
              state={edited}
              close={() => setEdited(undefined)}
              saved={(stored) => {
                client.setQueryData(queryKey, stored);
                setEdited(undefined);
              }}
              reload={() => void reload().then(setEdited)}
            />
          )
        }
      </Loaded>
    </Page>
  );
}

function SandboxContent() {
  const [tab, setTab] = useState<'people' | 'groups'>('people');
  return (
    <>
      <Tabs
        label="The sandbox"
        tabs={[
          ['people', 'People'],
          ['groups', 'Groups'],
        ]}
        chosen={tab}
        choose={setTab}
      />
      {tab === 'people' ? <SandboxPeople /> : <SandboxGroups />}
    </>
  );
}

function Connection({ state, edit }: { state: DirectoryState; edit: () => void }) {
  const [leaving, setLeaving] = useState(false);
  const told = useMessages(changes);
  const mayChange = useMay('settings:manage');
  const client = useQueryClient();
  const test = useSending({ send: () => api.post('/directory/test') });
  const settings = state.microsoft365;
  const isSandbox = settings === null;
  return (
    <Card
      title={isSandbox ? 'Sandbox' : 'Microsoft 365'}
      note={
        isSandbox
          ? 'Built-in sandbox for tests. It does not reach a real suite.'
          : 'Connected through Microsoft Graph.'
      }
      actions={
        <div className="actions">
          <Button
            icon={<PlugConnectedCheckmarkRegular />}
            disabled={test.isPending}
            onClick={() => test.submit()}
          >
            {test.isPending ? 'Testing…' : 'Test connection'}
          </Button>
          {mayChange ? (
            <Button appearance={isSandbox ? 'secondary' : 'primary'} onClick={edit}>
              {isSandbox ? 'Connect to Microsoft 365' : 'Edit connection'}
            </Button>
          ) : null}
        </div>
      }
    >
      <div className="stack">
        {isSandbox ? null : <Settings settings={settings} />}
        <FormNotice problem={formProblem(test.error, [])} />
        {test.data === undefined ? null : <TestReport report={test.data} />}
        {mayChange && !isSandbox ? (
          <div>
            <Button onClick={() => setLeaving(true)}>Switch to the sandbox</Button>
          </div>
        ) : null}
      </div>
      {leaving ? (
        <Confirm
          title="Switch this tenant to the sandbox?"
          finished={told('sandboxInUse')}
          action="Switch to sandbox"
          close={() => setLeaving(false)}
          work={async () => {
            const stored = await api.put('/directory/sandbox', {
              body: { replicationDelayMs: 0, teamCreationMs: 0 },
              etag: state.etag,
            });
            client.setQueryData(queryKey, stored);
          }}
        >
          This removes the connection to Microsoft 365 and its stored secret. It is possible only
          while the tenant has no groups.
        </Confirm>
      ) : null}
    </Card>
  );
}

const storage: Readonly<Record<Microsoft365Settings['credential'], string>> = {
  secret: 'which is stored encrypted',
  certificate: 'whose key is stored encrypted',
  workload_identity: 'which only the operator can change',
  managed_identity: 'which only the operator can change',
};

function Settings({ settings }: { settings: Microsoft365Settings }) {
  const { credential, graphBaseUrl, loginBaseUrl } = settings;
  const cloud = clouds.find(
    (one) => one.graphBaseUrl === graphBaseUrl && one.loginBaseUrl === loginBaseUrl,
  );
  const limits = Object.entries(settings.limits);
  const facts: [string, string][] = [
    ['Directory (tenant) ID', settings.entraTenantId],
    ['Application (client) ID', settings.clientId ?? 'None: the system-assigned identity'],
    ['Credential', `${credentialNames[credential]}, ${storage[credential]}`],
    ...(cloud === undefined
      ? ([
          ['Microsoft Graph', graphBaseUrl],
          ['Sign-in', loginBaseUrl],
        ] satisfies [string, string][])
      : ([['Cloud', cloud.name]] satisfies [string, string][])),
    ...limits.map(([name, calls]): [string, string] => [`Rate limit: ${name}`, String(calls)]),
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
