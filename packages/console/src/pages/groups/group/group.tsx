// One group: its state and its actions, what keeps it from its end, and its tabs, whose data is read when they are shown.
import { late } from '../../../components/late.tsx';
import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarBody } from '../../../components/message-bar.tsx';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { api } from '../../../api/client.ts';
import type { GroupDetail } from '../../../api/types.ts';
import { useInvalidation } from '../../../api/use-invalidation.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { FormNotice, formProblem } from '../../../components/form-problem.tsx';
import { Loaded, Page } from '../../../components/layout.tsx';
import { PageTabs } from '../../../components/page-tabs.tsx';
import { Status } from '../../../components/status.tsx';
import { Moment } from '../../../components/time.tsx';
import { useAddressFilters } from '../../../components/use-address-filters.ts';
import { useSending } from '../../../components/use-sending.ts';
import { useIsLimited, useMay } from '../../../api/session.ts';
import { common } from '../../../messages/common.ts';
import { groupPage as texts } from '../../../messages/group-page.ts';
import { groupTabs } from '../../../messages/group-tabs.ts';
import { groupRequest } from '../../../messages/group-request.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { serviceText } from '../../../messages/service-text.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { isCancellable } from '../../../components/request-states.ts';
import { GroupActions } from './group-actions.tsx';
import { GroupAttempts } from './group-attempts.tsx';
import { GroupChannels } from './group-channels.tsx';
import { GroupHealth } from './group-health.tsx';
import { GroupHistory } from './group-history.tsx';
import { GroupLinks } from './group-links.tsx';
import { GroupMembers } from './group-members.tsx';
import { GroupOverview } from './group-overview.tsx';
import { Failure } from './group-progress.tsx';
import { GroupRequestLog } from './group-request-log.tsx';
import { useFreshTasks } from './group-tasks.tsx';
import { useOperations } from './use-operations.ts';
import { useGroup } from '../../../api/use-group.ts';
import { useProgress } from './use-progress.ts';
import { Why } from './why.tsx';
import { why as reasons } from '../../../messages/why.ts';
import { changes } from '../../../messages/changes.ts';

const EditAndRetry = late(async () => (await import('../request/edit-and-retry.tsx')).EditAndRetry);

const tabNames = ['overview', 'members', 'channels', 'history', 'requests'] as const;

export function GroupPage() {
  const { teamId = '' } = useParams();
  const t = useMessages(texts);
  const group = useGroup(teamId);
  const back = { to: '/groups', label: t('groups') };
  return group.data === undefined ? (
    <Page title={t('title')} back={back}>
      <Loaded query={group} back={back}>
        {() => null}
      </Loaded>
    </Page>
  ) : (
    <Detail group={group.data} />
  );
}

function Detail({ group }: { group: GroupDetail }) {
  const { teamId } = group;
  const mayChange = useMay('groups:manage');
  const mayIntervene = useMay('groups:intervene');
  const t = useMessages(texts);
  const c = useMessages(common);
  const r = useMessages(groupRequest);
  const told = useMessages(changes);
  const tab = useMessages(groupTabs);
  const w = useMessages(reasons);
  const [{ tab: asked }] = useAddressFilters(['tab']);
  const isLimited = useIsLimited();
  // The log of requests concerns the whole tenant.
  const shownTabs = tabNames.filter((name) => name !== 'requests' || !isLimited);
  const chosen = shownTabs.find((name) => name === asked) ?? 'overview';
  const [cancelling, setCancelling] = useState(false);
  const [editing, setEditing] = useState(false);
  const navigate = useNavigate();
  const refresh = useInvalidation(
    ['group', teamId],
    ['groups'],
    ['lifecycle'],
    ['overview'],
    ['person'],
    ['reviews'],
    ['tasks'],
    ['to-do'],
  );
  const progress = useProgress(teamId, group.creation, refresh);
  const operations = useOperations(teamId, refresh);
  useFreshTasks([progress, ...operations.operations]);
  const retry = useSending({
    send: (_input: void, idempotencyKey) =>
      api.post('/teams/{teamId}/retry', { path: { teamId }, idempotencyKey }),
    onSuccess: (made) => navigate(`/groups/${made.teamId}`),
    onSettled: refresh,
    finished: () => told('retried', { name: group.displayName }),
  });
  const canRetry = mayIntervene && progress.status === 'failed' && group.canRetry;
  // Repeated as it is, a request with wrong fields fails again.
  const isWrong = mayChange && (group.creation.error?.errors ?? []).length > 0;
  const edit = (
    <Button appearance={isWrong ? 'primary' : 'secondary'} onClick={() => setEditing(true)}>
      {r('editAndRetry')}
    </Button>
  );

  return (
    <Page
      title={group.displayName}
      back={{ to: '/groups', label: t('groups') }}
      lead={
        <span className="row">
          <Status status={progress.status === 'succeeded' ? group.state : progress.status} />
          <Why teamId={teamId} property="state" name={w('state')} />
          <span className="mono">{group.mailNickName}</span>
          <span>
            {t.rich('requestedBy', {
              name: group.createdBy.name,
              time: () => <Moment iso={progress.createdAt} />,
            })}
          </span>
        </span>
      }
      actions={
        <>
          {canRetry && isWrong ? edit : null}
          {canRetry ? (
            <Button
              appearance={isWrong ? 'secondary' : 'primary'}
              disabledFocusable={retry.isPending}
              onClick={() => retry.submit()}
            >
              {retry.isPending ? r('retrying') : c('tryAgain')}
            </Button>
          ) : null}
          {mayChange && canRetry && !isWrong ? edit : null}
          {mayIntervene && isCancellable(progress) ? (
            <Button onClick={() => setCancelling(true)}>{t('cancelRequest')}</Button>
          ) : null}
          <GroupLinks group={group} />
          {mayChange && progress.status === 'succeeded' ? (
            <GroupActions group={group} settled={refresh} />
          ) : null}
        </>
      }
    >
      <GroupHealth group={group} />
      <FormNotice problem={formProblem(retry.error, [])} title={t('retryFailed')} />
      <Failure
        progress={progress}
        requestId={group.requestId}
        isSolved={group.attempts.some(({ status }) => status === 'succeeded')}
      />
      <GroupAttempts group={group} />
      <Restorable until={group.restorableUntil} />
      <Gone directory={group.directory} />
      {progress.status === 'failed' ? <Solved holder={group.aliasHolder} /> : null}
      {progress.warnings.map((warning) => (
        <MessageBar key={warning.code + warning.detail} intent="warning">
          <MessageBarBody>{serviceText('warning', warning.code, warning.detail)}</MessageBarBody>
        </MessageBar>
      ))}
      <PageTabs
        label={tab('tabs')}
        tabs={shownTabs.map((name) => [name, tab(name)] as const)}
        chosen={chosen}
        to={(name) => (name === 'overview' ? '?' : `?tab=${name}`)}
      />
      {chosen === 'overview' ? (
        <GroupOverview
          group={group}
          progress={progress}
          operations={operations.operations}
          settled={refresh}
        />
      ) : null}
      {chosen === 'members' ? <GroupMembers group={group} settled={refresh} /> : null}
      {chosen === 'channels' ? <GroupChannels group={group} /> : null}
      {chosen === 'history' ? (
        <GroupHistory group={group} progress={progress} {...operations} settled={refresh} />
      ) : null}
      {chosen === 'requests' ? <GroupRequestLog teamId={teamId} /> : null}
      {editing ? (
        <EditAndRetry group={group} close={() => setEditing(false)} settled={refresh} />
      ) : null}
      {cancelling ? (
        <Confirm
          title={t('cancelTitle', { name: group.displayName })}
          finished={told('requestCancelled', { name: group.displayName })}
          action={t('cancelRequest')}
          dismiss={t('keepRequest')}
          close={() => setCancelling(false)}
          work={() => api.post('/teams/{teamId}/cancel', { path: { teamId } })}
          settled={refresh}
        >
          <p>{t('cancelText')}</p>
        </Confirm>
      ) : null}
    </Page>
  );
}

function Restorable({ until }: { until: GroupDetail['restorableUntil'] }) {
  const t = useMessages(texts);
  const format = useFormat();
  if (until === null) return null;
  const isOver = Date.parse(until) <= Date.now();
  return (
    <MessageBar intent={isOver ? 'warning' : 'info'}>
      <MessageBarBody>
        {t(isOver ? 'restorableOver' : 'restorable', { time: format.dateTime(until) })}
      </MessageBarBody>
    </MessageBar>
  );
}

/** Someone removed the group in the directory. */
function Gone({ directory }: Pick<GroupDetail, 'directory'>) {
  const t = useMessages(texts);
  if (directory === null || directory.goneSince === null) return null;
  const { goneSince, goneBy } = directory;
  return (
    <MessageBar intent="warning">
      <MessageBarBody>
        {t.rich(goneBy === null ? 'gone' : 'goneBy', {
          by: goneBy ?? '',
          time: () => <Moment iso={goneSince} />,
        })}
      </MessageBarBody>
    </MessageBar>
  );
}

/** Shows the group or request that has the alias now. */
function Solved({ holder }: { holder: GroupDetail['aliasHolder'] }) {
  const t = useMessages(texts);
  if (holder === null) return null;
  return (
    <MessageBar intent={holder.status === 'succeeded' ? 'success' : 'info'}>
      <MessageBarBody>
        {t.rich(holder.status === 'succeeded' ? 'solved' : 'beingSolved', {
          name: holder.displayName,
          a: (text) => <Link to={`/groups/${holder.teamId}`}>{text}</Link>,
        })}
      </MessageBarBody>
    </MessageBar>
  );
}
