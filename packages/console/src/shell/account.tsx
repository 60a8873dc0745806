// Who is signed in, how the page looks, and the way out.
import { Button, Select, Field } from '@fluentui/react-components';
import type { ThemeChoice } from '../theme.ts';
import { FormNotice, formProblem } from '../parts/form-problem.tsx';
import { Modal } from '../parts/modal.tsx';
import { useSession } from '../session.ts';
import { useSignOut } from './sign-out.ts';

export interface ThemeControl {
  readonly choice: ThemeChoice;
  readonly choose: (choice: ThemeChoice) => void;
}

export function Account({ theme, close }: { theme: ThemeControl; close: () => void }) {
  const { administrator, tenant } = useSession();
  const signOut = useSignOut();
  return (
    <Modal title={administrator.name ?? administrator.email} close={close}>
      <dl className="facts">
        <dt>E-mail</dt>
        <dd>{administrator.email}</dd>
        <dt>Role</dt>
        <dd>
          {administrator.role === 'reader'
            ? 'Reader: sees everything, changes nothing'
            : 'Administrator'}
        </dd>
        <dt>Tenant</dt>
        <dd className="mono">{tenant.tenantId}</dd>
      </dl>
      <Field label="Appearance">
        <Select
          value={theme.choice}
          onChange={(_event, { value }) => theme.choose(value as ThemeChoice)}
        >
          <option value="system">As the system</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </Select>
      </Field>
      <FormNotice problem={formProblem(signOut.error, [])} />
      <div className="modal-actions">
        <Button onClick={close}>Close</Button>
        <Button onClick={() => signOut.mutate(true)}>Sign out everywhere</Button>
        <Button appearance="primary" onClick={() => signOut.mutate(false)}>
          Sign out
        </Button>
      </div>
    </Modal>
  );
}
