// Groups that need attention: they differ from their record, or the people who answer for them cannot act.
import { Button } from '@fluentui/react-button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-message-bar';
import { type ReactNode, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api, ApiProblem } from '../../api/client.ts';
import { listGroups } from '../../api/list-groups.ts';
import type { GroupFilters, GroupItem } from '../../api/types.ts';
import { useIsLimited, useMay } from '../../api/session.ts';
import { FormNotice, formProblem } from '../../components/form-problem.tsx';
import { useSending } from '../../components/use-sending.ts';
import { useInvalidation } from '../../api/use-invalidation.ts';
import { Card, Empty, Loaded, Page } from '../../components/layout.tsx';
import { Modal } from '../../components/modal.tsx';
import { PageButtons, usePaged } from '../../components/paged-table.tsx';
import { AllCheck, RowCheck } from '../../components/row-check.tsx';
import { SelectedBar } from '../../components/selected-bar.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { Status } from '../../components/status.tsx';
import { common } from '../../messages/common.ts';
import { connection } from '../../messages/connection.ts';
import { isSetting } from '../../components/setting-text.ts';
import { grid } from '../../messages/grid.ts';
import { findings as texts } from '../../messages/findings.ts';
import { type Messages, messagesOf, useMessages } from '../../messages/use-messages.ts';
import { CompareAll, ComparisonNote } from './comparison-note.tsx';
import { Differences, findingLabel, Findings, ResolveDifferences } from './group-differences.tsx';
import { useGroupSelection } from '../groups/list/group-column.tsx';
import { maxSelected } from '../groups/list/most-selected.ts';
import { EditGroup, HandOverGroup } from '../groups/dialogs/late-dialogs.ts';
import { useGroup } from '../../api/use-group.ts';

type FindingList = Awaited<ReturnType<typeof listFindings>>;
type Kind = NonNullable<GroupFilters['finding']>;
interface Open {
  readonly action: 'edit' | 'handover';
  readonly teamId: string;
}

export function FindingsPage() {
  const t = useMessages(texts);
  const g = useMessages(grid);
  const [query, setQuery] = useSearchParams();
  const [open, setOpen] = useState<Open>();
  // The service refuses any other kind, so that a misspelt address does not show everything.
  const kind = (query.get('kind') ?? 'any') as Kind;
  const settled = useInvalidation(['findings'], ['group']);
  const mayChange = useMay('groups:manage');
  const selection = useGroupSelection<GroupItem>(kind);
  const lastChosen = useRef<number>(undefined);
  const findings = usePaged(['findings', kind], ({ query: page, signal }) =>
    listFindings({ finding: kind, ...page }, signal),
  );
  // The choice of the kind has them while another kind is loaded.
  const [counts, setCounts] = useState<FindingList['counts']>();
  const { data } = findings.query;
  if (data !== undefined && data.counts !== counts) setCounts(data.counts);
  return (
    <Page title={t('title')} lead={t('lead')}>
      {counts === undefined ? null : (
        <div className="filters">
          <SelectField
            label={t('show')}
            value={kind}
            onChange={(value) =>
              setQuery(value === 'any' ? {} : { kind: value }, { replace: true })
            }
            options={optionsOf(counts, t)}
            fault={undefined}
          />
        </div>
      )}
      <StoppedRestores />
      <Loaded query={findings.query}>
        {({ items, total, counts: { all }, comparison }) =>
          total === 0 ? (
            <Card>
              <Empty title={t(titleOfNone(comparison))} action={<CompareAll />}>
                {all === 0 ? (
                  <>
                    {comparison.notCompared === 0 && comparison.groups > 0
                      ? t('nothingFound')
                      : null}{' '}
                    <ComparisonNote comparison={comparison} />
                  </>
                ) : (
                  t('otherKinds')
                )}
              </Empty>
            </Card>
          ) : (
            <>
              <p className="muted">
                <ComparisonNote comparison={comparison} />
              </p>
              <CompareAll />
              <SelectedBar
                selection={selection}
                all={{
                  total,
                  most: maxSelected,
                  load: async () => (await listGroups({ finding: kind, limit: maxSelected })).items,
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
              <PageButtons paged={findings} shown={items.length} total={total} />
            </>
          )
        }
      </Loaded>
      {open === undefined ? null : <ActOnFound open={open} close={() => setOpen(undefined)} />}
    </Page>
  );
}

/** A list by finding always says how far groups were compared. */
async function listFindings(query: Parameters<typeof listGroups>[0], signal: AbortSignal) {
  const { comparison, counts, ...page } = await listGroups(query, signal);
  if (comparison === undefined || counts === undefined) {
    throw new ApiProblem(200, 'unreadable', messagesOf(connection)('unreadable'));
  }
  return { ...page, comparison, counts };
}

/** No all-clear for groups that nobody looked at. */
function titleOfNone({ groups, notCompared }: FindingList['comparison']) {
  if (notCompared === 0) return 'noFindings';
  return notCompared < groups ? 'noneInCompared' : 'noneCompared';
}

function optionsOf(counts: FindingList['counts'], t: Messages<(typeof texts)['texts']['en']>) {
  const numbered = (label: string, count: number) => t('numbered', { label, count });
  return [
    ['any', numbered(t('all'), counts.all)],
    ['differs', numbered(t('differs'), counts.differs)],
    ['ownerless', numbered(findingLabel('ownerless'), counts.ownerless)],
    ['too_few_owners', numbered(findingLabel('too_few_owners'), counts.tooFewOwners)],
    [
      'responsible_unavailable',
      numbered(findingLabel('responsible_unavailable'), counts.responsibleUnavailable),
    ],
    ['deputy_unavailable', numbered(findingLabel('deputy_unavailable'), counts.deputyUnavailable)],
    [
      'responsible_unreachable',
      numbered(findingLabel('responsible_unreachable'), counts.responsibleUnreachable),
    ],
    ['contested', numbered(findingLabel('contested'), counts.contested)],
    ['deputy_unreachable', numbered(findingLabel('deputy_unreachable'), counts.deputyUnreachable)],
  ] as const;
}

/** Too many groups differ at once: an administrator looks at them and lets the templates restore them. */
function StoppedRestores() {
  const t = useMessages(texts);
  const isLimited = useIsLimited();
  const mayRelease = useMay('groups:manage') && !isLimited;
  const queryKey = ['directory', 'reconciliation'];
  const client = useQueryClient();
  const state = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/directory/reconciliation', { signal }),
    enabled: mayRelease,
  });
  const releasing = useSending({
    send: () => api.post('/directory/enforcement/release'),
    onSuccess: (answer) => client.setQueryData(queryKey, answer),
  });
  const stopped = state.data?.stopped ?? null;
  if (stopped === null) return null;
  return (
    <div className="stack">
      <FormNotice problem={formProblem(releasing.error, [])} />
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>
          <MessageBarTitle>{t('stopped', { count: stopped.wanted })}</MessageBarTitle>{' '}
          {t('stoppedHint')}
        </MessageBarBody>
        <MessageBarActions>
          <Button disabledFocusable={releasing.isPending} onClick={() => releasing.submit()}>
            {t('release')}
          </Button>
        </MessageBarActions>
      </MessageBar>
    </div>
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
  const settled = useInvalidation(['findings'], ['group', teamId]);
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
  const settled = useInvalidation(['findings'], ['group', teamId]);
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
