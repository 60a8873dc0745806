// Asks before an action that cannot be undone. If the action fails, the dialog stays open and shows the cause.
import { Button } from '@fluentui/react-button';
import type { ReactNode } from 'react';
import { FormNotice, formProblem } from './form-problem.tsx';
import { Modal } from './modal.tsx';
import { useSending } from './use-sending.ts';

export function Confirm({
  title,
  children,
  action,
  dismiss = 'Cancel',
  work,
  close,
  settled,
}: {
  title: string;
  children: ReactNode;
  action: string;
  dismiss?: string;
  work: () => Promise<unknown>;
  close: () => void;
  /** Called after success and after failure. */
  settled?: () => void;
}) {
  const sending = useSending({
    send: work,
    onSuccess: close,
    ...(settled !== undefined && { onSettled: settled }),
  });
  return (
    <Modal title={title} close={close}>
      <div>{children}</div>
      <FormNotice problem={formProblem(sending.error, [])} />
      <div className="modal-actions">
        <Button onClick={close}>{dismiss}</Button>
        <Button
          appearance="primary"
          className="danger"
          disabledFocusable={sending.isPending}
          onClick={() => sending.submit()}
        >
          {sending.isPending ? 'Please wait…' : action}
        </Button>
      </div>
    </Modal>
  );
}
