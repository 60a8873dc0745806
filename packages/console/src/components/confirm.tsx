// Asks before an action that cannot be undone. If the action fails, the dialog stays open and shows the cause.
import { Button } from '@fluentui/react-button';
import { type ReactNode, useId } from 'react';
import { FormNotice, formProblem } from './form-problem.tsx';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Modal } from './modal.tsx';
import { type Finished, useSending } from './use-sending.ts';

export function Confirm({
  title,
  children,
  action,
  isRefused = false,
  dismiss,
  finished,
  work,
  close,
  settled,
}: {
  title: string;
  children: ReactNode;
  action: string;
  /** Whether the action cannot succeed now; the children say why. */
  isRefused?: boolean;
  dismiss?: string;
  /** The toast after a success. */
  finished: Finished;
  work: () => Promise<unknown>;
  close: () => void;
  /** Called after success and after failure. */
  settled?: () => void;
}) {
  const t = useMessages(common);
  const reason = useId();
  const sending = useSending({
    send: work,
    onSuccess: close,
    finished: () => finished,
    ...(settled !== undefined && { onSettled: settled }),
  });
  return (
    <Modal title={title} close={close}>
      <div id={reason}>{children}</div>
      <FormNotice problem={formProblem(sending.error, [])} />
      <div className="modal-actions">
        <Button onClick={close}>{dismiss ?? t('cancel')}</Button>
        <Button
          appearance="primary"
          className="danger"
          disabledFocusable={isRefused || sending.isPending}
          {...(isRefused && { 'aria-describedby': reason })}
          onClick={() => sending.submit()}
        >
          {sending.isPending ? t('pleaseWait') : action}
        </Button>
      </div>
    </Modal>
  );
}
