// The actions of one group in the list, behind “…”.
import { late } from '../../../components/late.tsx';
import { MoreHorizontalRegular } from '@fluentui/react-icons';
import { Link } from 'react-router';
import { useMay } from '../../../api/session.ts';
import type { GroupItem } from '../../../api/types.ts';
import type { ChangeDialog } from '../../../components/change-dialog.ts';
import { Popup } from '../../../components/popup.tsx';
import { grid } from '../../../messages/grid.ts';
import { groups } from '../../../messages/groups.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import type { BulkKind } from '../dialogs/bulk-dialogs.tsx';
import type { RequestKind } from './bulk-requests.tsx';
import { BulkDialog } from '../dialogs/late-dialogs.ts';
import { isCancellable, isRetryable } from '../../../components/request-states.ts';

const RequestsDialog = late(async () => (await import('./bulk-requests.tsx')).RequestsDialog);

const exists = ({ status, state }: GroupItem) =>
  status === 'succeeded' && (state === 'active' || state === 'archived');

export type GroupsAction = BulkKind | RequestKind;

export function GroupRowActions({
  group,
  showDetails,
  act,
}: {
  group: GroupItem;
  showDetails: () => void;
  act: (action: GroupsAction) => void;
}) {
  const t = useMessages(groups);
  const g = useMessages(grid);
  const mayChange = useMay('groups:manage');
  const mayIntervene = useMay('groups:intervene');
  const { teamId, displayName } = group;
  const kinds = !mayChange || !exists(group) ? [] : bulkKindsOf(group);
  const chosen = (action: GroupsAction, close: () => void) => () => {
    close();
    act(action);
  };
  return (
    <Popup
      label={g('actionsFor', { name: displayName })}
      icon={<MoreHorizontalRegular />}
      size="small"
      tabIndex={-1}
    >
      {(close) => (
        <>
          <Link to={`/groups/${teamId}`}>{t('open')}</Link>
          <button
            type="button"
            onClick={() => {
              close();
              showDetails();
            }}
          >
            {t('details')}
          </button>
          {mayIntervene && isRetryable(group) ? (
            <button type="button" onClick={chosen('retry', close)}>
              {t('retry')}
            </button>
          ) : null}
          {mayIntervene && isCancellable(group) ? (
            <button type="button" onClick={chosen('cancel', close)}>
              {t('cancelRequest')}
            </button>
          ) : null}
          {kinds.map((kind) => (
            <button key={kind} type="button" onClick={chosen(kind, close)}>
              {t(kind)}
            </button>
          ))}
        </>
      )}
    </Popup>
  );
}

/** The dialog of an action. It stays when the list no longer has its groups. */
export function GroupsDialog({
  action,
  groups,
  close,
  done,
  settled,
}: ChangeDialog & {
  action: GroupsAction;
  groups: readonly GroupItem[];
  /** The operations were requested. */
  done: () => void;
}) {
  const dialog = { close, settled };
  return action === 'retry' || action === 'cancel' ? (
    <RequestsDialog kind={action} groups={groups} {...dialog} />
  ) : (
    <BulkDialog
      kind={action}
      teamIds={groups.map(({ teamId }) => teamId)}
      done={done}
      {...dialog}
    />
  );
}

function bulkKindsOf({ state }: GroupItem) {
  return state === 'archived'
    ? (['handover', 'delete'] as const)
    : (['handover', 'archive', 'delete'] as const);
}
