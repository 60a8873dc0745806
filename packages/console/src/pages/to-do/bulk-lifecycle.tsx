// Renews several groups, puts them on hold or releases them, as one batch.
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { followedBatches } from '../../api/followed-batches.ts';
import type { ChangeDialog } from '../../components/change-dialog.ts';
import { Hold, Release, type Renewal, Renew } from '../groups/dialogs/lifecycle-dialogs.tsx';
import { lifecycle as texts } from '../../messages/lifecycle.ts';
import { useMessages } from '../../messages/use-messages.ts';

export type BulkAction = 'renew' | 'hold' | 'release';

export function BulkLifecycle({
  action,
  groups,
  close,
  done,
  settled,
}: ChangeDialog & {
  action: BulkAction;
  groups: readonly { readonly teamId: string }[];
  /** The batch was started. */
  done: () => void;
}) {
  // A selection that changes behind the dialog does not change what is confirmed.
  const [chosen] = useState(groups);
  const t = useMessages(texts);
  const send = async (input: Renewal | undefined, idempotencyKey: string) => {
    const { until, reason } = input ?? {};
    const batch = await api.post('/batches', {
      body: {
        kind: action,
        groups: chosen.map(({ teamId }) => ({ teamId })),
        ...(until != null && { until }),
        ...(reason != null && { reason }),
      },
      idempotencyKey,
    });
    followedBatches.follow(batch);
  };
  const shown = {
    of: t('groups', { count: chosen.length }),
    send,
    close,
    done,
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
