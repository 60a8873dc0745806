// The request that an approval is about: in a few words in lists, and in full where someone decides.
import type { ReactNode } from 'react';
import type { GroupOperation, TaskItem } from '../../api/types.ts';
import type { Column } from '../../components/data-table.tsx';
import { usePeopleNames } from '../../components/known-people.ts';
import { Moment } from '../../components/time.tsx';
import { taskRequests } from '../../messages/task-requests.ts';
import { reasonText } from '../../messages/reasons.ts';
import { labelOf, messagesOf, useMessages } from '../../messages/use-messages.ts';
import { nameOf } from './task-words.tsx';

type Request = NonNullable<TaskItem['request']>;

/** Only tasks that approve something have a request. */
export function requestColumn(): Column<TaskItem> {
  return {
    title: messagesOf(taskRequests)('column'),
    cell: ({ request }) => (request === undefined ? null : <Summary request={request} />),
  };
}

function Summary({ request }: { request: Request }) {
  const t = useMessages(taskRequests);
  const { kind, visibility, people, guests, requestedBy, reason } = request;
  const parts = [
    kind === 'change' ? changesIn(request) : t(`visibility.${visibility}`),
    t('people', { count: people }),
    ...(guests === 0 ? [] : [t('guests', { count: guests })]),
  ];
  return (
    <div className="wrap">
      <div>
        {labelOf(t, `kind.${kind}`, kind)}: {parts.join(', ')}
      </div>
      <div className="muted small">
        {t('by', { name: requestedBy.name })}
        {reason === null ? '' : `: ${reasonText(reason)}`}
      </div>
    </div>
  );
}

function changesIn({ changes, visibility }: Request): string {
  const t = messagesOf(taskRequests);
  return changes
    .map((member) =>
      member === 'visibility'
        ? t(`visibility.${visibility}`)
        : labelOf(t, `member.${member}`, member),
    )
    .join(', ');
}

export function RequestFacts({ request }: { request: Request }) {
  const t = useMessages(taskRequests);
  const { kind, requestedBy, sentBy, requestedAt, guests, stage, of } = request;
  const { responsible, deputy, added, removed } = request;
  const named = usePeopleNames([responsible, deputy, ...added, ...removed]);
  const listed = (people: readonly string[]) => people.map(named).join(', ');
  return (
    <dl className="facts">
      <Fact name={t('column')}>
        {labelOf(t, `kind.${kind}`, kind)}
        {kind === 'change' ? `: ${changesIn(request)}` : ''}
      </Fact>
      <Fact name={t('facts.requestedBy')}>
        <bdi>{requestedBy.name}</bdi>
        {requestedBy.id === sentBy.id ? null : (
          <>
            {' ('}
            <bdi>{sentBy.name}</bdi>)
          </>
        )}
      </Fact>
      <Fact name={t('facts.requestedAt')}>
        <Moment iso={requestedAt} />
      </Fact>
      <Fact name={t('facts.reason')}>
        {request.reason === null ? null : reasonText(request.reason)}
      </Fact>
      <Fact name={t('facts.name')}>
        <bdi>{request.displayName}</bdi>
      </Fact>
      <Fact name={t('facts.description')}>{request.description}</Fact>
      <Fact name={t('facts.visibility')}>{t(`visibility.${request.visibility}`)}</Fact>
      <Fact name={t('facts.responsible')}>{named(responsible)}</Fact>
      <Fact name={t('facts.deputy')}>{named(deputy)}</Fact>
      <Fact name={t('facts.people')}>{String(request.people)}</Fact>
      <Fact name={t('facts.guests')}>{guests === 0 ? null : String(guests)}</Fact>
      <Fact name={t('facts.added')}>{listed(added)}</Fact>
      <Fact name={t('facts.removed')}>{listed(removed)}</Fact>
      <Fact name={t('facts.properties')}>
        {Object.entries(request.properties)
          .map(([name, value]) => `${name}: ${value ?? '–'}`)
          .join(', ')}
      </Fact>
      <Fact name={t('facts.stage')}>{of === 1 ? null : t('stageOf', { stage, of })}</Fact>
      <Fact name={t('facts.notAsked')}>
        {request.notAsked === 0 ? null : t('people', { count: request.notAsked })}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === '') return null;
  return (
    <>
      <dt>{name}</dt>
      <dd className="wrap">{children}</dd>
    </>
  );
}

/** A creation or an operation, which may wait for an approval. */
export interface Awaiting extends Pick<GroupOperation, 'status'> {
  readonly approval?: GroupOperation['approval'] | null;
}

/** The people for whom an operation waits. */
export function AwaitedApproval({ operation }: { operation: Awaiting }) {
  const t = useMessages(taskRequests);
  const { approval, status } = operation;
  if (approval == null || status !== 'awaiting_approval') return null;
  const { taskId, assignees, stage, of } = approval;
  const people = assignees.map(nameOf).join(', ');
  return (
    <p className="small">
      {taskId === null
        ? t('waitsToBeAsked')
        : assignees.length === 0
          ? t('waitsForAdministrator')
          : t('waitsFor', { people })}
      {of === 1 ? '' : ` ${t('stageNote', { stage, of })}`}
    </p>
  );
}
