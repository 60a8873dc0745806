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
import { common } from '../messages/common.ts';
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
  const c = useMessages(common);
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
    <Card title={t(stored === null ? 'connect' : 'editConnection')} note={t('form.note')}>
      <FormFrame problem={problem} onSubmit={() => begin(save)}>
        <div className="form-grid">
          <TextField
            label={t('entraTenantId')}
            value={draft.entraTenantId}
            onChange={(entraTenantId) => set({ entraTenantId })}
            fault={problem.field('/entraTenantId')}
            required
            readOnly={isLent}
            mono
            autoFocus
          />
          <TextField
            label={t('clientId')}
            value={draft.clientId}
            onChange={(clientId) => set({ clientId })}
            fault={problem.field('/clientId')}
            required={draft.credential !== 'managed_identity'}
            readOnly={isLent}
            {...(isLent && draft.clientId === '' && { placeholder: t('form.systemAssigned') })}
            mono
          />
          <Field label={t('credential')} {...faultProps(problem.field('/credential'))}>
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
          <Field label={t('cloud')}>
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
              <option value="other">{t('form.otherAddresses')}</option>
            </Select>
          </Field>
        </div>
        {isLent ? (
          <MessageBar>
            <MessageBarBody>{t('form.lentIdentity')}</MessageBarBody>
          </MessageBar>
        ) : null}
        <Addresses draft={draft} set={set} field={(pointer) => problem.field(pointer)} />
        <ConnectionLimits
          draft={draft}
          published={state.publishedLimits}
          set={set}
          field={(pointer) => problem.field(pointer)}
        />
        <SaveProblem problem={problem} reload={reload} />
        {error !== null && problem.rest === undefined ? (
          <MessageBar intent="error">
            <MessageBarBody>{t('form.fixFields')}</MessageBarBody>
          </MessageBar>
        ) : null}
        {test.data === undefined || isPending ? null : <TestReport report={test.data} />}
        <div className="modal-actions">
          <Button onClick={leave}>{c('cancel')}</Button>
          <Button
            icon={<PlugConnectedCheckmarkRegular />}
            disabledFocusable={isPending}
            onClick={() => begin(test)}
          >
            {t(test.isPending ? 'testing' : 'test')}
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={isPending}>
            {save.isPending ? c('saving') : t('form.save')}
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
  const t = useMessages(directory);
  if (isOfTheService(draft.credential)) return null;
  const isCertificate = draft.credential === 'certificate';
  const hint = mayKeep
    ? 'keepSecret'
    : hasStored
      ? 'enterAgain'
      : isCertificate
        ? 'certificateHint'
        : 'secretHint';
  return (
    <Field
      label={t(isCertificate ? 'credentials.certificate' : 'credentials.secret')}
      hint={t(`form.${hint}`)}
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
  const t = useMessages(directory);
  if (draft.cloud !== 'other') return null;
  return (
    <div className="form-grid">
      <TextField
        label={t('form.graphAddress')}
        value={draft.graphBaseUrl}
        onChange={(graphBaseUrl) => set({ graphBaseUrl })}
        readOnly={isOfTheService(draft.credential)}
        fault={field('/graphBaseUrl')}
        hint={t('form.addressHint')}
        required
        mono
      />
      <TextField
        label={t('form.loginAddress')}
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
