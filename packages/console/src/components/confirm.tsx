// Asks before something that cannot be taken back, and stays open with the reason when it did not work.
import { Button } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { FormNotice, formProblem } from './form-problem.tsx';
import { Modal } from './modal.tsx';
import { useSending } from './use-sending.ts';

export function Confirm({
  title,
  children,
  action,
  work,
  close,
}: {
  title: string;
  children: ReactNode;
  action: string;
  work: () => Promise<unknown>;
  close: () => void;
}) {
  const sending = useSending({ send: work, onSuccess: close });
  return (
    <Modal title={title} close={close}>
      <div>{children}</div>
      <FormNotice problem={formProblem(sending.error, [])} />
      <div className="modal-actions">
        <Button onClick={close}>Keep it as it is</Button>
        <Button
          appearance="primary"
          className="danger"
          disabledFocusable={sending.isPending}
          onClick={() => sending.submit()}
        >
          {sending.isPending ? 'One moment…' : action}
        </Button>
      </div>
    </Modal>
  );
}
