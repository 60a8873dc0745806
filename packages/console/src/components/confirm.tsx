// Asks before something that cannot be taken back, and stays open with the reason when it did not work.
import { Button } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormNotice, formProblem } from './form-problem.tsx';
import { Modal } from './modal.tsx';

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
  const mutation = useMutation({ mutationFn: work, onSuccess: close });
  return (
    <Modal title={title} close={close}>
      <div>{children}</div>
      <FormNotice problem={formProblem(mutation.error, [])} />
      <div className="modal-actions">
        <Button onClick={close}>Keep it as it is</Button>
        <Button
          appearance="primary"
          className="danger"
          disabledFocusable={mutation.isPending}
          onClick={() => mutation.mutate()}
        >
          {mutation.isPending ? 'One moment…' : action}
        </Button>
      </div>
    </Modal>
  );
}
