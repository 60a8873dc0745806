// The directory connection: which suite, whether it works, and for the sandbox its people and groups.
import { Button, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import { PlugConnectedCheckmarkRegular } from '@fluentui/react-icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { get, send } from '../api/client.ts';
import type { ConnectionTestAnswer, DirectoryState } from '../api/types.ts';
import { FormNotice, formProblem } from '../parts/form-problem.tsx';
import { Card, Loaded, Page } from '../parts/layout.tsx';
import { TextField } from '../parts/text-field.tsx';
import { formatDuration } from '../parts/time.tsx';
import { useMayChange } from '../session.ts';
import { SandboxGroups } from './sandbox-groups.tsx';
import { SandboxPeople } from './sandbox-people.tsx';

export function DirectoryPage() {
  const [tab, setTab] = useState<'people' | 'groups'>('people');
  const directory = useQuery({
    queryKey: ['directory'],
    queryFn: ({ signal }) => get<DirectoryState>('directory', {}, signal),
  });
  return (
    <Page
      title="Directory"
      lead="The productivity suite in which this tenant's groups are created."
    >
      <Loaded query={directory} what="the connection">
        {(state) => (
          <>
            <Connection state={state} />
            {state.sandbox === null ? null : (
              <>
                <SandboxSettings key={state.etag} state={state} sandbox={state.sandbox} />
                <div className="switch" role="group" aria-label="The sandbox">
                  {(['people', 'groups'] as const).map((one) => (
                    <button
                      key={one}
                      type="button"
                      aria-pressed={tab === one}
                      onClick={() => setTab(one)}
                    >
                      {one === 'people' ? 'People' : 'Groups'}
                    </button>
                  ))}
                </div>
                {tab === 'people' ? <SandboxPeople /> : <SandboxGroups />}
              </>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

const settingLabels: Readonly<Record<string, string>> = {
  entraTenantId: 'Entra tenant',
  clientId: 'Client id',
  credential: 'Credential',
  graphBaseUrl: 'Microsoft Graph',
  loginBaseUrl: 'Sign-in',
};

function Connection({ state }: { state: DirectoryState }) {
  const test = useMutation({
    mutationFn: () => send<ConnectionTestAnswer>('POST', 'directory/test'),
  });
  const isSandbox = state.kind === 'sandbox';
  return (
    <Card
      title={isSandbox ? 'Sandbox' : 'Microsoft 365'}
      note={
        isSandbox
          ? 'A suite of its own inside the service, for trying things out. Nothing here reaches a real suite.'
          : 'Connected through Microsoft Graph. The operator changes the connection with a tenant file.'
      }
      actions={
        <Button
          icon={<PlugConnectedCheckmarkRegular />}
          disabled={test.isPending}
          onClick={() => test.mutate()}
        >
          {test.isPending ? 'Testing…' : 'Test the connection'}
        </Button>
      }
    >
      <div className="stack">
        {isSandbox ? null : (
          <dl className="facts">
            {state.settings.map(({ name, value }) => (
              <Setting key={name} name={settingLabels[name] ?? name} value={value} />
            ))}
          </dl>
        )}
        <FormNotice problem={formProblem(test.error, [])} />
        {test.data === undefined ? null : <TestReport report={test.data} />}
      </div>
    </Card>
  );
}

function Setting({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="mono">{value}</dd>
    </>
  );
}

function TestReport({ report }: { report: ConnectionTestAnswer }) {
  return (
    <MessageBar intent={report.ok ? 'success' : 'error'} layout="multiline" role="status">
      <MessageBarBody>
        <MessageBarTitle>
          {report.ok ? 'The connection works.' : 'The connection does not work yet.'}
        </MessageBarTitle>{' '}
        {report.detail} <span className="muted">({formatDuration(report.durationMs)})</span>
        {report.missing.length === 0 ? null : (
          <ul>
            {report.missing.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
      </MessageBarBody>
    </MessageBar>
  );
}

function SandboxSettings({
  state,
  sandbox,
}: {
  state: DirectoryState;
  sandbox: NonNullable<DirectoryState['sandbox']>;
}) {
  const mayChange = useMayChange();
  const client = useQueryClient();
  const [lag, setLag] = useState(String(sandbox.replicationDelayMs));
  const [team, setTeam] = useState(String(sandbox.teamCreationMs));
  const mutation = useMutation({
    mutationFn: () =>
      send<DirectoryState>('PUT', 'directory/sandbox', {
        body: { replicationDelayMs: numberOf(lag), teamCreationMs: numberOf(team) },
        etag: state.etag,
      }),
    onSuccess: (stored) => client.setQueryData(['directory'], stored),
  });
  const problem = formProblem(mutation.error, ['/replicationDelayMs', '/teamCreationMs']);
  return (
    <Card
      title="How the sandbox behaves"
      note="Real suites answer late. Rehearse it here, in milliseconds; 0 turns it off."
    >
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          mutation.mutate();
        }}
      >
        <div className="form-grid">
          <TextField
            label="New groups stay invisible for"
            type="number"
            value={lag}
            onChange={setLag}
            fault={problem.field('/replicationDelayMs')}
          />
          <TextField
            label="Making a team takes"
            type="number"
            value={team}
            onChange={setTeam}
            fault={problem.field('/teamCreationMs')}
          />
        </div>
        <FormNotice problem={problem} />
        {mayChange ? (
          <div>
            <Button type="submit" disabled={mutation.isPending}>
              Save
            </Button>
          </div>
        ) : null}
      </form>
    </Card>
  );
}

function numberOf(text: string): number | null {
  const value = Number(text);
  return text.trim() === '' || Number.isNaN(value) ? null : value;
}
