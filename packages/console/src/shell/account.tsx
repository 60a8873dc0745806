// The signed-in user, the appearance of the page, and the sign-out.
import { Button } from '@fluentui/react-button';
import type { ThemeChoice } from './theme.ts';
import { FormNotice, formProblem } from '../components/form-problem.tsx';
import { Modal } from '../components/modal.tsx';
import { SelectField } from '../components/select-field.tsx';
import { useSession } from '../api/session.ts';
import { useSignOut } from './sign-out.ts';

const appearances = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

export interface ThemeControl {
  readonly choice: ThemeChoice;
  readonly choose: (choice: ThemeChoice) => void;
}

export function Account({ theme, close }: { theme: ThemeControl; close: () => void }) {
  const { administrator, tenant } = useSession();
  const signOut = useSignOut();
  return (
    <Modal title="Your account" close={close}>
      <dl className="facts">
        {administrator.name === null ? null : (
          <>
            <dt>Name</dt>
            <dd>{administrator.name}</dd>
          </>
        )}
        <dt>E-mail</dt>
        <dd>{administrator.email}</dd>
        <dt>Role</dt>
        <dd>{administrator.role === 'reader' ? 'Reader (view only)' : 'Administrator'}</dd>
        <dt>Tenant</dt>
        <dd className="mono">{tenant.tenantId}</dd>
      </dl>
      <SelectField
        label="Appearance"
        options={appearances}
        value={theme.choice}
        onChange={theme.choose}
      />
      <FormNotice problem={formProblem(signOut.error, [])} />
      <div className="modal-actions">
        <Button onClick={close}>Close</Button>
        <Button onClick={() => signOut.submit(true)}>Sign out everywhere</Button>
        <Button appearance="primary" onClick={() => signOut.submit(false)}>
          Sign out
        </Button>
      </div>
    </Modal>
  );
}
