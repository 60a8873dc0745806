// The groups of a cause of differences: each with what was recorded and what the directory has, and what is done about it.
import { Button } from '@fluentui/react-button';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { firstGroups, listGroups, maxSelected } from '../../api/list-groups.ts';
import type { GroupItem } from '../../api/types.ts';
import { useMay } from '../../api/session.ts';
import { useInvalidation } from '../../api/use-invalidation.ts';
import { Card, Empty, Loaded } from '../../components/layout.tsx';
import { Modal } from '../../components/modal.tsx';
import { PageButtons, usePaged } from '../../components/paged-table.tsx';
import { AllCheck, RowCheck } from '../../components/row-check.tsx';
import { SelectedBar } from '../../components/selected-bar.tsx';
import { Status } from '../../components/status.tsx';
import { common } from '../../messages/common.ts';
import { isSetting } from '../../components/setting-text.ts';
import { grid } from '../../messages/grid.ts';
import { toDo } from '../../messages/to-do.ts';
import { findings as texts } from '../../messages/findings.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { type Cause, useListOfCause } from './use-to-do.ts';
import { Differences, Findings, ResolveDifferences } from './group-differences.tsx';
import { useGroupSelection } from '../../components/group-column.tsx';
import { EditGroup, HandOverGroup } from '../groups/dialogs/late-dialogs.ts';
import { CauseHead } from './owned-groups.tsx';
import { useGroup } from '../../api/use-group.ts';

interface Open {
  readonly action: 'edit' | 'handover';
  readonly teamId: string;
}

export function DifferingGroups({ cause, of }: { cause: string; of: Cause | undefined }) {
  const g = useMessages(grid);
  const d = useMessages(toDo);
  const [open, setOpen] = useState<Open>();
  useListOfCause(of);
  const settled = useInvalidation(['to-do'], ['group']);
  const mayChange = useMay('groups:manage');
  const selection = useGroupSelection<GroupItem>(cause);
  const lastChosen = useRef<number>(undefined);
  const filter = { toDo: 'differences', cause } as const;
  const groups = usePaged(['to-do', 'groups', 'differences', cause], ({ query: page, signal }) =>
    listGroups({ ...filter, ...page }, signal),
  );
  return (
    <>
      <CauseHead of={of} />
      <Loaded query={groups.query}>
        {({ items, total }) =>
          total === 0 ? (
            <Card>
              <Empty title={d('noneOther')} />
            </Card>
          ) : (
            <>
              <SelectedBar
                selection={selection}
                all={{
                  total,
                  most: maxSelected,
                  load: () => firstGroups(filter),
                }}
              >
                <ResolveDifferences
                  isBulk
                  size="small"
                  groups={selection.items.map(differingOf)}
                  settled={settled}
                  done={selection.clear}
                />
              </SelectedBar>
              {mayChange && items.length > 1 ? (
                <label className="row">
                  <AllCheck selection={selection} items={items} />
                  <span aria-hidden="true">{g('selectShown')}</span>
                </label>
              ) : null}
              {items.map((group, at) => (
                <Found
                  key={group.teamId}
                  group={group}
                  check={
                    mayChange ? (
                      <RowCheck selection={selection} items={items} at={at} last={lastChosen} />
                    ) : null
                  }
                  open={(action) => setOpen({ action, teamId: group.teamId })}
                />
              ))}
              <PageButtons paged={groups} shown={items.length} total={total} />
            </>
          )
        }
      </Loaded>
      {open === undefined ? null : <ActOnFound open={open} close={() => setOpen(undefined)} />}
    </>
  );
}

const differingOf = ({ teamId, displayName, drift = [] }: GroupItem) => ({
  teamId,
  displayName,
  drift,
});

const ofNames: ReadonlySet<string> = new Set(['displayName', 'description', 'visibility']);

function Found({
  group,
  check,
  open,
}: {
  group: GroupItem;
  /** Chooses the group. */
  check: ReactNode;
  open: (action: Open['action']) => void;
}) {
  const { teamId, displayName, drift = [], findings = [], observed } = group;
  const t = useMessages(texts);
  const c = useMessages(common);
  const settled = useInvalidation(['to-do'], ['group', teamId]);
  const mayChange = useMay('groups:manage');
  const edited = drift.filter(({ property }) => property !== 'archived' && !isSetting(property));
  const isAboutPeople =
    findings.length > 0 || edited.some(({ property }) => !ofNames.has(property));
  const canEdit = edited.length > 0;
  return (
    <Card
      className="flush"
      title={
        <div className="row selectable-name">
          {check}
          <Link to={`/groups/${teamId}`}>
            <bdi>{displayName}</bdi>
          </Link>
        </div>
      }
      note={
        <>
          <span className="mono">{group.mailNickName}</span> · <bdi>{group.template}</bdi>,{' '}
          <bdi>{group.organisation}</bdi>
        </>
      }
      actions={
        <div className="row">
          {group.state === 'archived' ? <Status status={group.state} /> : null}
          <ResolveDifferences groups={[differingOf(group)]} settled={settled} />
          {mayChange && canEdit ? (
            <Button aria-label={t('editOf', { name: displayName })} onClick={() => open('edit')}>
              {c('edit')}
            </Button>
          ) : null}
          {mayChange && isAboutPeople ? (
            <Button
              aria-label={t('handOverOf', { name: displayName })}
              onClick={() => open('handover')}
            >
              {t('handOver')}
            </Button>
          ) : null}
        </div>
      }
    >
      {findings.length === 0 || observed === undefined ? null : (
        <div className="card-part">
          <Findings
            findings={findings}
            observed={observed}
            responsible={nameOf(group.responsible) ?? ''}
            deputy={nameOf(group.deputy)}
          />
        </div>
      )}
      {drift.length === 0 || observed === undefined ? null : (
        <Differences drift={drift} observed={observed} />
      )}
    </Card>
  );
}

const nameOf = (person: GroupItem['responsible']) => person && (person.email ?? person.reference);

/** The dialogs are about the group as it is now, not as the list showed it. */
function ActOnFound({ open, close }: { open: Open; close: () => void }) {
  const t = useMessages(texts);
  const { teamId } = open;
  const settled = useInvalidation(['to-do'], ['group', teamId]);
  const group = useGroup(teamId);
  if (group.data === undefined) {
    return (
      <Modal title={t(open.action === 'edit' ? 'editGroup' : 'handOverGroup')} close={close}>
        <Loaded query={group}>{() => null}</Loaded>
      </Modal>
    );
  }
  const dialog = { group: group.data, close, settled };
  return open.action === 'edit' ? <EditGroup {...dialog} /> : <HandOverGroup {...dialog} />;
}
