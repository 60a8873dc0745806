// The buttons below a form: leave it, or send it.
import { Button } from '@fluentui/react-button';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';

export function FormActions({
  leave,
  submit,
  submitting,
  pending,
  danger = false,
}: {
  leave: () => void;
  submit: string;
  /** It takes the place of `submit` until the service has answered; “Saving…” unless given. */
  submitting?: string;
  pending: boolean;
  danger?: boolean;
}) {
  const t = useMessages(common);
  return (
    <div className="modal-actions">
      <Button onClick={leave}>{t('cancel')}</Button>
      <Button
        type="submit"
        appearance="primary"
        disabledFocusable={pending}
        {...(danger && { className: 'danger' })}
      >
        {pending ? (submitting ?? t('saving')) : submit}
      </Button>
    </div>
  );
}
