// The form of a connection to Microsoft 365. You can test it before you save it; its secret is write-only.
import { Button } from '@fluentui/react-button';
import { Field } from '@fluentui/react-field';
import { Input } from '@fluentui/react-input';
import { MessageBar, MessageBarBody } from '@fluentui/react-message-bar';
import { Select } from '@fluentui/react-select';
import { Textarea } from '@fluentui/react-textarea';
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
  credentialsFor,
  draftOf,
  inCloud,
  isOfTheService,
  keepsSecret,
  withCredential,
} from './directory-draft.ts';
import { ConnectionLimits } from './directory-limits.tsx';
import { TestReport } from './directory-report.tsx';
import { changes } from '../messages/changes.ts';
import { directory } from '../messages/directory.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useUnsaved } from '../components/unsaved.tsx';

const pointers = [
  '/entraTenantId',
  '/clientId',
  '/credential',
  '/secret',
  '/graphBaseUrl',
  '/loginBaseUrl',
  '/limits',
];

/** @param props.state as it was when the form was opened: it must not change while the user edits */
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
  const t = useMessages(directory);
  const told = useMessages(changes);
  const [initial] = useState<ConnectionDraft>(() => draftOf(stored));
  const [draft, setDraft] = useState(initial);
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
    finished: () => told('connectionSaved'),
  });
  const error = save.error ?? test.error;
  const problem = formProblem(error, pointers);
  const isLent = isOfTheService(draft.credential);
  const isPending = test.isPending || save.isPending;
  const { leave, question } = useUnsaved(draft !== initial && !save.isPending, close);
  const set = (change: Partial<ConnectionDraft>) =>
    setDraft((before) => ({ ...before, ...change }));

  function begin(sending: typeof test | typeof save): void {
    if (isPending) return;
    // An error of the other action no longer applies to the current input.
    (sending === test ? save : test).reset();
    sending.submit();
  }

  return (
    <Card
      title={stored === null ? 'Connect to Microsoft 365' : 'Edit connection'}
      note="Register an application in Microsoft Entra and grant it the permissions from the guide. Then enter the values from its overview."
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
          <Field label="Credential" {...faultProps(problem.field('/credential'))}>
            <Select
              value={draft.credential}
              onChange={(_event, { value }) =>
                setDraft((before) => withCredential(before, value as Credential, stored))
              }
            >
              {credentialsFor(stored).map((credential) => (
                <option key={credential} value={credential}>
                  {t(`credentials.${credential}`)}
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
              {clouds.map(({ id }) => (
                <option key={id} value={id}>
                  {t(`clouds.${id}`)}
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
              choose a your own secret or certificate.
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
            <MessageBarBody>Not saved. Fix the highlighted fields.</MessageBarBody>
          </MessageBar>
        ) : null}
        {test.data === undefined || isPending ? null : <TestReport report={test.data} />}
        <div className="modal-actions">
          <Button onClick={leave}>Cancel</Button>
          <Button
            icon={<PlugConnectedCheckmarkRegular />}
            disabledFocusable={isPending}
            onClick={() => begin(test)}
          >
            {test.isPending ? 'Testing…' : 'Test connection'}
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={isPending}>
            {save.isPending ? 'Saving…' : 'Save connection'}
          </Button>
        </div>
      </FormFrame>
      {question}
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
    ? 'Leave this empty to keep the stored value.'
    : hasStored
      ? 'Enter it again. The stored value is sent only to the application and addresses that it was entered for.'
      : isCertificate
        ? 'A PEM with the certificate and its private key.'
        : 'The secret’s value, not its ID.';
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
        label="Microsoft Graph address"
        value={draft.graphBaseUrl}
        onChange={(graphBaseUrl) => set({ graphBaseUrl })}
        readOnly={isOfTheService(draft.credential)}
        fault={field('/graphBaseUrl')}
        hint="An https address, public unless the operator allows others."
        required
        mono
      />
      <TextField
        label="Sign-in address"
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
