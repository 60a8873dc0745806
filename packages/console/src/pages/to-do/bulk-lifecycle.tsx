// Renews several groups, puts them on hold or releases them, and shows which of them were refused.
import { Button } from '@fluentui/react-button';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Answer, Body } from '../../api/route-types.ts';
import type { ChangeDialog } from '../../components/change-dialog.ts';
import { Modal } from '../../components/modal.tsx';
import { refusedGroups, Refusals } from '../groups/dialogs/refusals.tsx';
import { Hold, Release, Renew } from '../groups/dialogs/lifecycle-dialogs.tsx';
import { changes } from '../../messages/changes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { useNotify } from '../../components/notify.tsx';
import { common } from '../../messages/common.ts';
import { lifecycle as texts } from '../../messages/lifecycle.ts';

type Input = Body<'post', '/teams/lifecycle'>;
type Result = Answer<'post', '/teams/lifecycle'>['items'];
export type BulkAction = Input['action'];

export function BulkLifecycle({
  action,
  groups,
  close,
  done: finish,
  settled,
}: ChangeDialog & {
  action: BulkAction;
  groups: readonly { readonly teamId: string; readonly displayName: string }[];
  /** Every group was changed, or the refusals were read. */
  done: () => void;
}) {
  // A selection that changes behind the dialog does not change what is confirmed.
  const [chosen] = useState(groups);
  const [refused, setRefused] = useState<Result>();
  const t = useMessages(texts);
  const c = useMessages(common);
  const told = useMessages(changes);
  const notify = useNotify();
  const send = async (
    input: Omit<Input, 'action' | 'teamIds'> | undefined,
    idempotencyKey: string,
  ) => {
    const { items } = await api.post('/teams/lifecycle', {
      body: { action, teamIds: chosen.map(({ teamId }) => teamId), ...input },
      idempotencyKey,
    });
    const errors = items.filter(({ error }) => error !== null);
    if (errors.length > 0) setRefused(errors);
    else {
      finish();
      notify(told(action, { name: t('groups', { count: chosen.length }) }), {
        link:
          action === 'hold'
            ? { to: '/lifecycle?show=on_hold', label: told('showOnHold') }
            : undefined,
      });
    }
  };
  if (refused !== undefined) {
    const changed = chosen.length - refused.length;
    return (
      <Modal title={t('refused', { count: refused.length })} close={finish}>
        <p>{t(`othersDone.${action}`, { count: changed })}</p>
        <Refusals refused={refusedGroups(refused, chosen)} />
        <div className="modal-actions">
          <Button appearance="primary" onClick={finish}>
            {c('done')}
          </Button>
        </div>
      </Modal>
    );
  }
  const shown = {
    of: t('groups', { count: chosen.length }),
    send,
    close,
    done: () => undefined,
    settled,
  };
  switch (action) {
    case 'renew':
      return <Renew {...shown} />;
    case 'hold':
      return <Hold {...shown} />;
    case 'release':
      return <Release {...shown} />;
    default:
      return action satisfies never;
  }
}
