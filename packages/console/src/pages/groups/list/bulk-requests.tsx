// Retries or cancels several requests, one after another, and reports those that were refused.
import { Button } from '@fluentui/react-button';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import type { GroupItem } from '../../../api/types.ts';
import type { ChangeDialog } from '../../../components/change-dialog.ts';
import { Modal } from '../../../components/modal.tsx';
import { useSending } from '../../../components/use-sending.ts';
import { common } from '../../../messages/common.ts';
import { groups as texts } from '../../../messages/groups.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { type Refused, Refusals } from '../dialogs/refusals.tsx';
import { isCancellable, isRetryable } from '../../../components/request-states.ts';

export type RequestKind = 'retry' | 'cancel';

export function RequestsDialog({
  kind,
  groups,
  close,
  settled,
}: ChangeDialog & { kind: RequestKind; groups: readonly GroupItem[] }) {
  const t = useMessages(texts);
  const c = useMessages(common);
  // A list that is refreshed behind the dialog does not change what is confirmed.
  const [chosen] = useState(() => groups.filter(kind === 'retry' ? isRetryable : isCancellable));
  const [done, setDone] = useState(0);
  const sending = useSending({
    async send(_input: void, idempotencyKey) {
      const refused: Refused[] = [];
      for (const [index, group] of chosen.entries()) {
        const path = { teamId: group.teamId };
        try {
          if (kind === 'cancel') await api.post('/teams/{teamId}/cancel', { path });
          else {
            const key = `${idempotencyKey}-${index}`;
            await api.post('/teams/{teamId}/retry', { path, idempotencyKey: key });
          }
        } catch (error) {
          const { teamId: id, displayName: name } = group;
          refused.push({ key: id, name, to: `/groups/${id}`, reason: (error as Error).message });
        }
        setDone(index + 1);
      }
      return refused;
    },
    onSettled: settled,
  });
  const count = chosen.length;
  const title = t(kind === 'retry' ? 'retryTitle' : 'cancelTitle', { count });
  const refused = sending.data ?? [];
  if (sending.isSuccess) {
    const accepted = count - refused.length;
    return (
      <Modal title={title} close={close}>
        <p role="status">{t(kind === 'retry' ? 'retried' : 'cancelled', { count: accepted })}</p>
        {refused.length === 0 ? null : (
          <>
            <p>{t('refused', { count: refused.length })}</p>
            <Refusals refused={refused} />
          </>
        )}
        <div className="modal-actions">
          <Button appearance="primary" onClick={close}>
            {c('close')}
          </Button>
        </div>
      </Modal>
    );
  }
  return (
    <Modal title={title} close={sending.isPending ? undefined : close}>
      <p>{t(kind === 'retry' ? 'retryText' : 'cancelText')}</p>
      {groups.length === count ? null : (
        <p className="muted">{t('notApplicable', { count: groups.length - count })}</p>
      )}
      {sending.isPending ? <p role="status">{t('progress', { done, total: count })}</p> : null}
      <div className="modal-actions">
        <Button disabled={sending.isPending} onClick={close}>
          {c('cancel')}
        </Button>
        <Button
          appearance="primary"
          disabledFocusable={sending.isPending || count === 0}
          {...(kind === 'cancel' && { className: 'danger' })}
          onClick={() => sending.submit()}
        >
          {sending.isPending ? c('pleaseWait') : t(kind === 'retry' ? 'retry' : 'cancelRequest')}
        </Button>
      </div>
    </Modal>
  );
}
