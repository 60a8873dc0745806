// The form of a connection to Microsoft 365: tried before it is saved, and its secret only ever given, never shown.
import {
  Button,
  Field,
  Input,
  MessageBar,
  MessageBarBody,
  Select,
  Textarea,
} from '@fluentui/react-components';
import { PlugConnectedCheckmarkRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { api } from '../api/client.ts';
import type { DirectoryState } from '../api/types.ts';
import { formProblem } from '../components/form-problem.tsx';
import { FormFrame } from '../components/form-frame.tsx';
import { Card } from '../components/layout.tsx';
import { SaveProblem } from '../components/save-problem.tsx';
import { TextField } from '../components/text-field.tsx';
import { useSending } from '../components/use-sending.ts';
import {
  bodyOf,
  clouds,
  type ConnectionDraft,
  type Credential,
  draftOf,
  inCloud,
  keepsSecret,
} from './directory-draft.ts';
import { TestReport } from './directory-report.tsx';

const pointers = [
  '/entraTenantId',
  '/clientId',
  '/credential',
  '/secret',
  '/graphBaseUrl',
  '/loginBaseUrl',
  '/limits',
];

/** @param props.state as it was when the form was opened: it must not change under somebody's hands */
export function ConnectionForm({
  state,
  close,
  saved,
  reload,
}: {
  state: DirectoryState;
  close: () => void;
  saved: (state: DirectoryState) => void;
  reload: () => void;
}) {
  const stored = state.microsoft365;
  const [draft, setDraft] = useState<ConnectionDraft>(() => draftOf(stored));
  const test = useSending({
    send: () => api.post('/directory/microsoft365/test', { body: bodyOf(draft) }),
  });
  const save = useSending({
    send: () =>
      api.put('/directory/microsoft365', {
        body: bodyOf(draft),
        etag: state.etag,
      }),
    onSuccess: saved,
  });
  const error = save.error ?? test.error;
  const problem = formProblem(error, pointers);
  const isPending = test.isPending || save.isPending;
  const set = (change: Partial<ConnectionDraft>) =>
    setDraft((before) => ({ ...before, ...change }));

  function begin(sending: typeof test | typeof save): void {
    if (isPending) return;
    // An error of the other one is no longer about what the fields show.
    (sending === test ? save : test).reset();
    sending.submit();
  }

  return (
    <Card
      title={stored === null ? 'Connect to Microsoft 365' : 'Change the connection'}
      note="Register an application in Microsoft Entra, grant it the permissions that the guide names, and enter what its overview shows."
    >
      <FormFrame problem={problem} onSubmit={() => begin(save)}>
        <div className="form-grid">
          <TextField
            label="Directory (tenant) ID"
            value={draft.entraTenantId}
            onChange={(entraTenantId) => set({ entraTenantId })}
            fault={problem.field('/entraTenantId')}
            required
            mono
            autoFocus
          />
          <TextField
            label="Application (client) ID"
            value={draft.clientId}
            onChange={(clientId) => set({ clientId })}
            fault={problem.field('/clientId')}
            required
            mono
          />
          <Field label="Signs in by" {...faultProps(problem.field('/credential'))}>
            <Select
              value={draft.credential}
              onChange={(_event, { value }) => set({ credential: value as Credential, secret: '' })}
            >
              <option value="secret">A client secret</option>
              <option value="certificate">A certificate</option>
              {stored?.credential === 'workload_identity' ? (
                <option value="workload_identity">The identity of the service itself</option>
              ) : null}
            </Select>
          </Field>
          <Secret
            draft={draft}
            mayKeep={keepsSecret(stored, draft)}
            hasStored={stored?.hasSecret === true && stored.credential === draft.credential}
            fault={problem.field('/secret')}
            onChange={(secret) => set({ secret })}
          />
          <Field label="Cloud">
            <Select
              value={draft.cloud}
              onChange={(_event, { value }) => setDraft((before) => inCloud(before, value))}
            >
              {clouds.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              <option value="other">Other addresses</option>
            </Select>
          </Field>
        </div>
        <Addresses draft={draft} set={set} field={(pointer) => problem.field(pointer)} />
        <Limits
          draft={draft}
          published={state.publishedLimits}
          set={set}
          field={(pointer) => problem.field(pointer)}
        />
        <SaveProblem problem={problem} what="the connection" reload={reload} />
        {error !== null && problem.rest === undefined ? (
          <MessageBar intent="error">
            <MessageBarBody>Nothing was saved: look at the fields marked above.</MessageBarBody>
          </MessageBar>
        ) : null}
        {test.data === undefined || isPending ? null : <TestReport report={test.data} />}
        <div className="modal-actions">
          <Button onClick={close}>Cancel</Button>
          <Button
            icon={<PlugConnectedCheckmarkRegular />}
            disabledFocusable={isPending}
            onClick={() => begin(test)}
          >
            {test.isPending ? 'Testing…' : 'Test these settings'}
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={isPending}>
            {save.isPending ? 'One moment…' : 'Save the connection'}
          </Button>
        </div>
      </FormFrame>
    </Card>
  );
}

function faultProps(fault: string | undefined) {
  return fault === undefined ? {} : { validationMessage: fault, validationState: 'error' as const };
}

function Secret({
  draft,
  mayKeep,
  hasStored,
  fault,
  onChange,
}: {
  draft: ConnectionDraft;
  mayKeep: boolean;
  hasStored: boolean;
  fault: string | undefined;
  onChange: (secret: string) => void;
}) {
  if (draft.credential === 'workload_identity') return null;
  const isCertificate = draft.credential === 'certificate';
  const hint = mayKeep
    ? 'Leave it empty to keep the stored one, which is not shown.'
    : hasStored
      ? 'Give it again: the stored one is sent nowhere but where it was given for.'
      : isCertificate
        ? 'One PEM with the certificate and its private key.'
        : 'The secret’s value, not its id.';
  return (
    <Field
      label={isCertificate ? 'Certificate' : 'Client secret'}
      hint={hint}
      required={!mayKeep}
      {...faultProps(fault)}
    >
      {isCertificate ? (
        <Textarea
          className="mono-input"
          value={draft.secret}
          rows={5}
          spellCheck={false}
          autoComplete="off"
          onChange={(_event, { value }) => onChange(value)}
        />
      ) : (
        <Input
          type="password"
          className="mono-input"
          value={draft.secret}
          autoComplete="new-password"
          onChange={(_event, { value }) => onChange(value)}
        />
      )}
    </Field>
  );
}

interface PartProps {
  readonly draft: ConnectionDraft;
  readonly set: (change: Partial<ConnectionDraft>) => void;
  readonly field: (pointer: string) => string | undefined;
}

function Addresses({ draft, set, field }: PartProps) {
  if (draft.cloud !== 'other') return null;
  return (
    <div className="form-grid">
      <TextField
        label="Address of Microsoft Graph"
        value={draft.graphBaseUrl}
        onChange={(graphBaseUrl) => set({ graphBaseUrl })}
        fault={field('/graphBaseUrl')}
        hint="https, and public unless the operator allows more."
        required
        mono
      />
      <TextField
        label="Address of the sign-in"
        value={draft.loginBaseUrl}
        onChange={(loginBaseUrl) => set({ loginBaseUrl })}
        fault={field('/loginBaseUrl')}
        required
        mono
      />
    </div>
  );
}

const limitLabels: Readonly<Record<string, string>> = {
  teamCreate: 'Teams asked for',
  teamPut: 'Teams made of a group',
  teamRead: 'Reads of a team',
  channelCreate: 'Channels created',
  teamMembersRead: 'Reads of a team’s members',
  otherTeamsReads: 'Other reads of Teams',
  otherTeamsWrites: 'Other changes of Teams',
  onOneTeam: 'Calls on one team',
  channelCreateOnOneTeam: 'Channels created on one team',
  otherReadsOnOneTeam: 'Other reads on one team',
  otherWritesOnOneTeam: 'Other changes on one team',
  directoryWrites: 'Changes of the directory',
  resourceUnits: 'Resource units',
};

function Limits({
  draft,
  published,
  set,
  field,
}: PartProps & { readonly published: DirectoryState['publishedLimits'] }) {
  const isFaulty = field('/limits') !== undefined;
  return (
    <details className="more" open={isFaulty || Object.keys(draft.limits).length > 0}>
      <summary>Rate limits</summary>
      <div className="stack">
        <p className="muted small">
          Calls stay just below the limits that Microsoft publishes. A number here takes the place
          of Microsoft’s; empty fields leave it.
        </p>
        <div className="form-grid">
          {published.map(({ name, calls, perMs }) => (
            <TextField
              key={name}
              label={limitLabels[name] ?? name}
              type="number"
              value={draft.limits[name] ?? ''}
              placeholder={String(calls)}
              hint={`In ${perMs === 1000 ? 'a second' : `${perMs / 1000} seconds`}; Microsoft’s: ${calls.toLocaleString('en')}.`}
              onChange={(value) => set({ limits: { ...draft.limits, [name]: value } })}
              fault={field(`/limits/${name}`)}
            />
          ))}
        </div>
      </div>
    </details>
  );
}
