// A test message by settings that need not be saved: it is sent to one address, and a failure says why.
import { api } from '../../../api/client.ts';
import { orRefusal } from '../../../api/refusal.ts';
import { useSession } from '../../../api/session.ts';
import { checkOf } from '../../../components/body-check.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { isAt } from '../../../components/form-problem.tsx';
import { causeOf } from '../../../components/network-text.ts';
import { TextField } from '../../../components/text-field.tsx';
import { useForm } from '../../../components/use-form.ts';
import { network } from '../../../messages/network.ts';
import { noticeSending as texts } from '../../../messages/notice-sending.ts';
import { messagesOf, useMessages } from '../../../messages/use-messages.ts';
import { type SendingDraft, sendingOf } from './notice-sending-draft.ts';

export function TestMessage({ draft, close }: { draft: SendingDraft; close: () => void }) {
  const t = useMessages(texts);
  const { administrator } = useSession();
  const bodyOf = ({ to }: { to: string }) => ({ to: to.trim(), settings: sendingOf(draft) });
  const form = useForm({
    initial: { to: administrator.email },
    check: (values) => checkOf('post', '/notices/test', bodyOf(values)),
    async send(values) {
      const { said, refusal } = await orRefusal(
        api.post('/notices/test', { body: bodyOf(values) }),
      );
      if (refusal !== undefined) {
        // The fields of the other faults are in the form behind the dialog.
        throw refusal.faults.every((fault) => isAt(fault, '/to'))
          ? refusal
          : new Error(t('faulty'));
      }
      if (!said.ok) throw new Error(causeOf(messagesOf(network), said.detail) ?? said.detail);
    },
    done: close,
    finished: (_sent, { to }) => t('tested', { to: to.trim() }),
  });
  return (
    <FormDialog title={t('test')} submit={t('send')} {...form} close={close}>
      <p>{t('testText')}</p>
      <TextField label={t('testTo')} type="email" required autoFocus {...form.field('to')} />
    </FormDialog>
  );
}
