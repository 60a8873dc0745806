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
  credentialNames,
  type ConnectionDraft,
  type Credential,
  credentialsFor,
  draftOf,
  inCloud,
  isOfTheService,
  keepsSecret,
  withCredential,
} from './directory-draft.ts';
import { ConnectionLimits } from './directory-limits.tsx';
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
  const isLent = isOfTheService(draft.credential);
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
            readOnly={isLent}
            mono
            autoFocus
          />
          <TextField
            label="Application (client) ID"
            value={draft.clientId}
            onChange={(clientId) => set({ clientId })}
            fault={problem.field('/clientId')}
            required={draft.credential !== 'managed_identity'}
            readOnly={isLent}
            {...(isLent && draft.clientId === '' && { placeholder: 'System-assigned identity' })}
            mono
          />
          <Field label="Signs in by" {...faultProps(problem.field('/credential'))}>
            <Select
              value={draft.credential}
              onChange={(_event, { value }) =>
                setDraft((before) => withCredential(before, value as Credential, stored))
              }
            >
              {credentialsFor(stored).map((credential) => (
                <option key={credential} value={credential}>
                  {credentialNames[credential]}
                </option>
              ))}
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
              disabled={isLent}
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
        {isLent ? (
          <MessageBar>
            <MessageBarBody>
              The connection uses an identity of the service itself. Only the operator can change
              its tenant, identity and cloud, in a tenant file. You can change its rate limits, or
              choose a secret or certificate of your own.
            </MessageBarBody>
          </MessageBar>
        ) : null}
        <Addresses draft={draft} set={set} field={(pointer) => problem.field(pointer)} />
        <ConnectionLimits
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
  if (isOfTheService(draft.credential)) return null;
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
        readOnly={isOfTheService(draft.credential)}
        fault={field('/graphBaseUrl')}
        hint="https, and public unless the operator allows more."
        required
        mono
      />
      <TextField
        label="Address of the sign-in"
        value={draft.loginBaseUrl}
        onChange={(loginBaseUrl) => set({ loginBaseUrl })}
        readOnly={isOfTheService(draft.credential)}
        fault={field('/loginBaseUrl')}
        required
        mono
      />
    </div>
  );
}
