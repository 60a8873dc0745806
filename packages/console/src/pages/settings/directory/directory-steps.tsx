// The steps of a connection to Microsoft 365 with their fields. The state of a step follows from the input and the test.
import { MessageBar, MessageBarBody } from '../../../components/message-bar.tsx';
import type { ConnectionTestResponse, DirectoryState } from '../../../api/types.ts';
import { TextField } from '../../../components/text-field.tsx';
import { connectionGuide } from '../../../messages/connection-guide.ts';
import { directory } from '../../../messages/directory.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { type ConnectionDraft, isOfTheService, keepsSecret } from './directory-draft.ts';
import { CloudFields, CredentialFields } from './directory-fields.tsx';
import {
  Elsewhere,
  GuideStep,
  NeededPermissions,
  RedirectUri,
  type StepState,
} from './directory-guide.tsx';
import { entraLinksOf, hasIds } from './directory-links.ts';

export function ConnectionSteps({
  state,
  draft,
  set,
  field,
  report,
}: {
  state: DirectoryState;
  draft: ConnectionDraft;
  set: (change: Partial<ConnectionDraft>) => void;
  field: (pointer: string) => string | undefined;
  report: ConnectionTestResponse | undefined;
}) {
  const t = useMessages(directory);
  const stored = state.microsoft365;
  const states = stepStates(draft, stored, report);
  const isLent = isOfTheService(draft.credential);
  const links = isLent ? undefined : entraLinksOf(draft);
  return (
    <ol className="steps">
      <GuideStep number={1} name="prepare" state="done">
        <CloudFields draft={draft} set={set} field={field} />
        {isLent ? (
          <MessageBar>
            <MessageBarBody>{t('form.lentIdentity')}</MessageBarBody>
          </MessageBar>
        ) : null}
      </GuideStep>
      <GuideStep number={2} name="register" state={states.register}>
        <Registration state={state} draft={draft} set={set} field={field} />
      </GuideStep>
      <GuideStep number={3} name="credential" state={states.credential}>
        <CredentialFields draft={draft} stored={stored} set={set} field={field} />
        <ApplicationLink to={links?.application?.credentials} text="credential.open" />
      </GuideStep>
      <GuideStep number={4} name="permissions" state={states.permissions}>
        <NeededPermissions permissions={state.permissions} links={links} />
      </GuideStep>
      <GuideStep number={5} name="test" state={states.test} />
    </ol>
  );
}

function stepStates(
  draft: ConnectionDraft,
  stored: DirectoryState['microsoft365'],
  report: ConnectionTestResponse | undefined,
): Record<'register' | 'credential' | 'permissions' | 'test', StepState> {
  const isLent = isOfTheService(draft.credential);
  const hasCredential = isLent || draft.secret.trim() !== '' || keepsSecret(stored, draft);
  const granted = report?.permissions?.every(
    ({ isRequired, grantedBy }) => !isRequired || grantedBy !== null,
  );
  const stateOf = (passed: boolean | undefined): StepState =>
    passed === undefined ? 'todo' : passed ? 'done' : 'failed';
  return {
    register: isLent || hasIds(draft) ? 'done' : 'todo',
    credential: hasCredential ? 'done' : 'todo',
    permissions: stateOf(granted),
    test: stateOf(report?.ok),
  };
}

function Registration({
  state,
  draft,
  set,
  field,
}: {
  state: DirectoryState;
  draft: ConnectionDraft;
  set: (change: Partial<ConnectionDraft>) => void;
  field: (pointer: string) => string | undefined;
}) {
  const t = useMessages(directory);
  const guide = useMessages(connectionGuide);
  const isLent = isOfTheService(draft.credential);
  const links = isLent ? undefined : entraLinksOf(draft);
  return (
    <>
      {isLent ? null : <RedirectUri />}
      {links?.application === undefined ? (
        <ApplicationLink to={links?.register} text="register.open" />
      ) : (
        <ApplicationLink to={links.application.overview} text="register.overview" />
      )}
      <div className="form-grid">
        <TextField
          label={t('entraTenantId')}
          value={draft.entraTenantId}
          onChange={(entraTenantId) => set({ entraTenantId })}
          fault={field('/entraTenantId')}
          required
          readOnly={isLent || state.hasGroups}
          {...(state.hasGroups && { hint: guide('tenantFixed') })}
          mono
          autoFocus
        />
        <TextField
          label={t('clientId')}
          value={draft.clientId}
          onChange={(clientId) => set({ clientId })}
          fault={field('/clientId')}
          required={draft.credential !== 'managed_identity'}
          readOnly={isLent}
          {...(isLent && draft.clientId === '' && { placeholder: t('form.systemAssigned') })}
          mono
        />
      </div>
    </>
  );
}

function ApplicationLink({
  to,
  text,
}: {
  to: string | undefined;
  text: 'register.open' | 'register.overview' | 'credential.open';
}) {
  const t = useMessages(connectionGuide);
  if (to === undefined) return null;
  return (
    <p>
      <Elsewhere to={to}>{t(text)}</Elsewhere>
    </p>
  );
}
