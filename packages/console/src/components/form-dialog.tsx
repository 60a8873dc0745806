// A form in a dialog. The input stays until the service has accepted it, whatever it answers meanwhile, or until the
// user discards it.
import type { ReactNode } from 'react';
import { FormActions } from './form-actions.tsx';
import { FormFrame } from './form-frame.tsx';
import { FormNotice, type FormProblem } from './form-problem.tsx';
import { Modal } from './modal.tsx';
import { useUnsaved } from './unsaved.tsx';

export function FormDialog({
  title,
  submit,
  pending,
  changed,
  problem,
  danger = false,
  onSubmit,
  onLeave,
  close,
  children,
}: {
  title: string;
  submit: string;
  pending: boolean;
  /** Closing would lose input. */
  changed: boolean;
  problem: FormProblem;
  /** The action removes something. */
  danger?: boolean;
  onSubmit: () => void;
  onLeave?: () => void;
  close: () => void;
  children: ReactNode;
}) {
  const { leave, question } = useUnsaved(changed && !pending, close);
  return (
    <Modal title={title} close={leave}>
      <FormFrame problem={problem} onSubmit={onSubmit} onLeave={onLeave}>
        {children}
        <FormNotice problem={problem} />
        <FormActions leave={leave} submit={submit} pending={pending} danger={danger} />
      </FormFrame>
      {question}
    </Modal>
  );
}
