// One group: live progress of its creation, what did not work and what to do, its people and properties.
import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { get, send } from '../api/client.ts';
import type { GroupDetail, GroupPeople, GroupProgress } from '../api/types.ts';
import { Confirm } from '../parts/confirm.tsx';
import { CopyButton } from '../parts/copy.tsx';
import { FormNotice, formProblem } from '../parts/form-problem.tsx';
import { Card, Loaded, Page } from '../parts/layout.tsx';
import { problemLabel, problemRemedy, stepLabel } from '../parts/problems.ts';
import { Status } from '../parts/status.tsx';
import { formatDuration, formatMoment, Moment } from '../parts/time.tsx';
import { useMayChange } from '../session.ts';
import { useProgress } from './use-progress.ts';

const back = { to: '/groups', label: 'Groups' };

export function GroupPage() {
  const { teamId = '' } = useParams();
  const group = useQuery({
    queryKey: ['group', teamId],
    queryFn: ({ signal }) => get<GroupDetail>(`groups/${teamId}`, {}, signal),
  });
  return group.data === undefined ? (
    <Page title="Group" back={back}>
      <Loaded query={group} what="the group">
        {() => null}
      </Loaded>
    </Page>
  ) : (
    <Detail key={teamId} group={group.data} />
  );
}

function Detail({ group }: { group: GroupDetail }) {
  const { teamId } = group;
  const mayChange = useMayChange();
  const [cancelling, setCancelling] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['group', teamId] });
    void client.invalidateQueries({ queryKey: ['groups'] });
  };
  const progress = useProgress(teamId, group.status, refresh);
  const retry = useMutation({
    mutationFn: () => send<{ teamId: string }>('POST', `groups/${teamId}/retry`),
    onSuccess: (made) => navigate(`/groups/${made.teamId}`),
  });
  const canRetry = mayChange && progress.status === 'failed' && group.retries.every(isOver);

  return (
    <Page
      title={group.displayName}
      back={back}
      lead={
        <span className="row">
          <Status status={progress.status} />
          <span className="mono">{group.mailNickName}</span>
          <span>
            requested <Moment iso={progress.createdAt} /> by {group.createdBy.name}
          </span>
        </span>
      }
      actions={
        <>
          {canRetry ? (
            <Button appearance="primary" disabled={retry.isPending} onClick={() => retry.mutate()}>
              {retry.isPending ? 'One moment…' : 'Try again'}
            </Button>
          ) : null}
          {mayChange && progress.status === 'accepted' ? (
            <Button onClick={() => setCancelling(true)}>Cancel the creation</Button>
          ) : null}
        </>
      }
    >
      <FormNotice problem={formProblem(retry.error, [])} title="It could not be tried again" />
      <Failure progress={progress} requestId={group.requestId} />
      <Relations group={group} />
      {progress.warnings.map((warning) => (
        <MessageBar key={warning.code + warning.detail} intent="warning" layout="multiline">
          <MessageBarBody>{warning.detail}</MessageBarBody>
        </MessageBar>
      ))}
      <div className="grid2">
        <div className="stack">
          <Card title="Progress">
            <Steps progress={progress} />
          </Card>
          {group.incidents.length === 0 ? null : <Incidents group={group} />}
          <People group={group} />
        </div>
        <Facts group={group} progress={progress} />
      </div>
      {cancelling ? (
        <Confirm
          title={`Cancel ${group.displayName}?`}
          action="Cancel the creation"
          close={() => setCancelling(false)}
          work={() => send('POST', `groups/${teamId}/cancel`).finally(refresh)}
        >
          It has not begun yet, so nothing is left behind, and its alias is free again.
        </Confirm>
      ) : null}
    </Page>
  );
}

function isOver({ status }: { status: string }): boolean {
  return status === 'failed' || status === 'cancelled';
}

function Failure({ progress, requestId }: { progress: GroupProgress; requestId: string }) {
  const { error } = progress;
  if (error === null) return null;
  const remedy = problemRemedy(error.code);
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{problemLabel(error.code)}.</MessageBarTitle> {error.detail}
        {error.errors.length > 1 ? (
          <ul>
            {error.errors.slice(0, 50).map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        ) : null}
        {remedy === undefined ? null : (
          <p>
            <strong>What to do: </strong>
            {remedy}
          </p>
        )}
      </MessageBarBody>
      <MessageBarActions>
        <CopyButton text={requestId} label="Copy the request id" />
      </MessageBarActions>
    </MessageBar>
  );
}

function Relations({ group }: { group: GroupDetail }) {
  if (group.retryOf === null && group.retries.length === 0) return null;
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody>
        {group.retryOf === null ? null : (
          <>
            This creation repeats <Link to={`/groups/${group.retryOf}`}>one that failed</Link>.{' '}
          </>
        )}
        {group.retries.map(({ teamId, status }, index) => (
          <span key={teamId}>
            It was tried again: <Link to={`/groups/${teamId}`}>attempt {index + 2}</Link> ({status}
            ).{' '}
          </span>
        ))}
      </MessageBarBody>
    </MessageBar>
  );
}

const signs: Readonly<Record<string, string>> = {
  succeeded: '✓',
  failed: '✕',
  waiting: '◷',
  skipped: '–',
  running: '',
};

function Steps({ progress }: { progress: GroupProgress }) {
  return (
    <ol className="steps">
      {progress.steps.map((step, index) => (
        <li className="step" key={step.name}>
          <span className={`dot ${step.status}`} aria-hidden="true">
            {signs[step.status] ?? index + 1}
          </span>
          <div>
            <div className="step-name">{stepLabel(step.name)}</div>
            {step.detail === null ? null : <p className="muted">{step.detail}</p>}
            {step.retryAt === null || step.status !== 'waiting' ? null : (
              <p className="muted small">Next attempt {formatMoment(step.retryAt)}</p>
            )}
          </div>
          <div className="row">
            {step.attempts > 1 ? <span className="tag">{step.attempts} attempts</span> : null}
            {step.startedAt !== null && step.completedAt !== null ? (
              <span className="muted small">
                {formatDuration(Date.parse(step.completedAt) - Date.parse(step.startedAt))}
              </span>
            ) : null}
            <span className="sr-only">{step.status}</span>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Incidents({ group }: { group: GroupDetail }) {
  return (
    <Card title="Attempts that did not work" note="Newest first." className="flush">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Step</th>
            <th scope="col">What happened</th>
          </tr>
        </thead>
        <tbody>
          {group.incidents.map((incident) => (
            <tr key={`${incident.occurredAt}${incident.step}${incident.attempt}`}>
              <td data-label="When">
                <Moment iso={incident.occurredAt} />
              </td>
              <td data-label="Step">
                {stepLabel(incident.step)}, attempt {incident.attempt}
              </td>
              <td>
                {incident.detail}
                {incident.directoryRequestId === null ? null : (
                  <div className="mono muted">{incident.directoryRequestId}</div>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

const peoplePageSize = 50;
const roleLabels = {
  responsible: 'Responsible',
  deputy: 'Deputy',
  owner: 'Owner',
  member: 'Member',
} as const;

function People({ group }: { group: GroupDetail }) {
  const [page, setPage] = useState(0);
  const people = useQuery({
    queryKey: ['group', group.teamId, 'people', page],
    queryFn: ({ signal }) =>
      get<GroupPeople>(
        `groups/${group.teamId}/people`,
        { offset: page * peoplePageSize, limit: peoplePageSize },
        signal,
      ),
    placeholderData: (before) => before,
  });
  return (
    <Card title="People" note="As they were asked for." className="flush">
      <Loaded query={people} what="people">
        {({ items, total }) => (
          <>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">Person</th>
                  <th scope="col">Role</th>
                </tr>
              </thead>
              <tbody>
                {items.map(({ role, reference, displayName }) => (
                  <tr key={`${role} ${reference}`}>
                    <td>
                      {displayName === null ? null : <div className="name">{displayName}</div>}
                      <span className={displayName === null ? '' : 'muted small'}>{reference}</span>
                    </td>
                    <td data-label="Role">{roleLabels[role]}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {total <= peoplePageSize ? null : (
              <div className="list-foot">
                <span>
                  {page * peoplePageSize + 1} to {page * peoplePageSize + items.length} of{' '}
                  {total.toLocaleString('en')}
                </span>
                <span className="row">
                  <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
                    Back
                  </Button>
                  <Button
                    size="small"
                    disabled={(page + 1) * peoplePageSize >= total}
                    onClick={() => setPage(page + 1)}
                  >
                    Next
                  </Button>
                </span>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Facts({ group, progress }: { group: GroupDetail; progress: GroupProgress }) {
  const { directory, organisation, template } = group;
  return (
    <Card title="Details">
      <dl className="facts">
        {group.description === null || group.description === '' ? null : (
          <>
            <dt>Description</dt>
            <dd>{group.description}</dd>
          </>
        )}
        <dt>Organisation</dt>
        <dd>{organisation.name}</dd>
        <dt>Template</dt>
        <dd>
          {template.identifier === '' ? (
            template.name
          ) : (
            <Link to={`/templates/${template.templateId}`}>{template.name}</Link>
          )}
        </dd>
        {group.properties.map(({ name, value }) => (
          <FactRow key={name} name={name} value={value} />
        ))}
        {progress.completedAt === null ? null : (
          <>
            <dt>Finished</dt>
            <dd>
              {formatMoment(progress.completedAt)}
              <br />
              <span className="muted small">
                after{' '}
                {formatDuration(Date.parse(progress.completedAt) - Date.parse(progress.createdAt))}
              </span>
            </dd>
          </>
        )}
        {directory?.mail == null ? null : <FactRow name="E-mail" value={directory.mail} />}
        {directory?.webUrl == null ? null : (
          <>
            <dt>Address</dt>
            <dd>
              <a href={directory.webUrl} target="_blank" rel="noreferrer">
                Open in the directory
              </a>
            </dd>
          </>
        )}
        <dt>Id</dt>
        <dd className="mono">{group.teamId}</dd>
        {directory === null ? null : (
          <>
            <dt>Id in the directory</dt>
            <dd className="mono">{directory.groupId}</dd>
          </>
        )}
        <dt>Request id</dt>
        <dd className="mono">{group.requestId}</dd>
      </dl>
    </Card>
  );
}

function FactRow({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
