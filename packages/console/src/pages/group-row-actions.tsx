// The actions of one group in the list, behind “…”.
import { MoreHorizontalRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../api/session.ts';
import type { GroupItem } from '../api/types.ts';
import { Popup } from '../components/popup.tsx';
import { grid } from '../messages/grid.ts';
import { groups } from '../messages/groups.ts';
import { useMessages } from '../messages/use-messages.ts';
import type { BulkKind } from './bulk-dialogs.tsx';
import type { RequestKind } from './bulk-requests.tsx';
import { BulkDialog, RequestsDialog } from './late-dialogs.ts';
import { isCancellable, isRetryable } from './request-states.ts';

const exists = ({ status, state }: GroupItem) =>
  status === 'succeeded' && (state === 'active' || state === 'archived');

export function GroupRowActions({ group, settled }: { group: GroupItem; settled: () => void }) {
  const t = useMessages(groups);
  const g = useMessages(grid);
  const mayChange = useMay('groups:manage');
  const mayIntervene = useMay('groups:intervene');
  const [bulk, setBulk] = useState<BulkKind>();
  const [requests, setRequests] = useState<RequestKind>();
  const { teamId, displayName } = group;
  const kinds = !mayChange || !exists(group) ? [] : bulkKindsOf(group);
  const act = (work: () => void, close: () => void) => () => {
    close();
    work();
  };
  return (
    <>
      <Popup
        label={g('actionsFor', { name: displayName })}
        icon={<MoreHorizontalRegular />}
        size="small"
        tabIndex={-1}
      >
        {(close) => (
          <>
            <Link to={`/groups/${teamId}`}>{t('open')}</Link>
            {mayIntervene && isRetryable(group) ? (
              <button type="button" onClick={act(() => setRequests('retry'), close)}>
                {t('retry')}
              </button>
            ) : null}
            {mayIntervene && isCancellable(group) ? (
              <button type="button" onClick={act(() => setRequests('cancel'), close)}>
                {t('cancelRequest')}
              </button>
            ) : null}
            {kinds.map((kind) => (
              <button key={kind} type="button" onClick={act(() => setBulk(kind), close)}>
                {t(kind)}
              </button>
            ))}
          </>
        )}
      </Popup>
      {bulk === undefined ? null : (
        <BulkDialog
          kind={bulk}
          teamIds={[teamId]}
          close={() => setBulk(undefined)}
          done={() => setBulk(undefined)}
          settled={settled}
        />
      )}
      {requests === undefined ? null : (
        <RequestsDialog
          kind={requests}
          groups={[group]}
          close={() => setRequests(undefined)}
          settled={settled}
        />
      )}
    </>
  );
}

function bulkKindsOf({ state }: GroupItem): readonly BulkKind[] {
  return state === 'archived' ? ['handover', 'delete'] : ['handover', 'archive', 'delete'];
}
