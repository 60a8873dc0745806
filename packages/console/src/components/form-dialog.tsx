// A form in a dialog. The input stays until the service has accepted it, whatever it answers meanwhile.
import { Button } from '@fluentui/react-button';
import type { ReactNode } from 'react';
import { FormFrame } from './form-frame.tsx';
import { FormNotice, type FormProblem } from './form-problem.tsx';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Modal } from './modal.tsx';

export function FormDialog({
  title,
  submit,
  pending,
  problem,
  danger = false,
  onSubmit,
  close,
  children,
}: {
  title: string;
  submit: string;
  pending: boolean;
  problem: FormProblem;
  /** The action removes something. */
  danger?: boolean;
  onSubmit: () => void;
  close: () => void;
  children: ReactNode;
}) {
  const t = useMessages(common);
  return (
    <Modal title={title} close={close}>
      <FormFrame problem={problem} onSubmit={onSubmit}>
        {children}
        <FormNotice problem={problem} />
        <div className="modal-actions">
          <Button onClick={close}>{t('cancel')}</Button>
          <Button
            type="submit"
            appearance="primary"
            disabledFocusable={pending}
            {...(danger && { className: 'danger' })}
          >
            {pending ? t('saving') : submit}
          </Button>
        </div>
      </FormFrame>
    </Modal>
  );
}
