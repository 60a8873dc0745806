// The operations of a group: what was requested, by whom, how far it is, and what it changed.
import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-message-bar';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useMayChange } from '../api/session.ts';
import type { GroupOperation } from '../api/types.ts';
import { Confirm } from '../components/confirm.tsx';
import { Card } from '../components/layout.tsx';
import { problemLabel, problemRemedy } from '../components/problems.ts';
import { RowButton } from '../components/row-button.tsx';
import { Status } from '../components/status.tsx';
import { Moment } from '../components/time.tsx';
import { Steps } from './group-progress.tsx';
import { AwaitedApproval } from './task-request.tsx';
import { isFinal } from './use-progress.ts';
import { changes } from '../messages/changes.ts';
import { messagesOf } from '../messages/use-messages.ts';

const kindLabels: Readonly<Record<GroupOperation['kind'], string>> = {
  change: 'Change',
  handover: 'Handover',
  archive: 'Archive',
  unarchive: 'Unarchive',
  delete: 'Delete',
  restore: 'Restore',
};

export function GroupOperations({
  teamId,
  operations,
  hasMore,
  settled,
}: {
  teamId: string;
  operations: readonly GroupOperation[];
  hasMore: boolean;
  settled: () => void;
}) {
  const [cancelling, setCancelling] = useState<GroupOperation>();
  if (operations.length === 0) return null;
  return (
    <Card
      title="Operations"
      note="Newest first. They run one at a time. One that waits for an approval holds up no other."
    >
      <ol className="operations">
        {operations.map((operation) => (
          <Operation
            key={operation.operationId}
            operation={operation}
            cancel={() => setCancelling(operation)}
          />
        ))}
      </ol>
      {hasMore ? <p className="muted small">Older operations are in the activity log.</p> : null}
      {cancelling === undefined ? null : (
        <Confirm
          title={`Cancel this operation: ${kindLabels[cancelling.kind].toLowerCase()}?`}
          finished={messagesOf(changes)('operationCancelled')}
          action="Cancel operation"
          dismiss="Keep operation"
          close={() => setCancelling(undefined)}
          work={() =>
            api.post('/groups/{teamId}/operations/{operationId}/cancel', {
              path: { teamId, operationId: cancelling.operationId },
            })
          }
          settled={settled}
        >
          <p>It has changed nothing yet.</p>
        </Confirm>
      )}
    </Card>
  );
}

function Operation({ operation, cancel }: { operation: GroupOperation; cancel: () => void }) {
  const mayChange = useMayChange();
  const { kind, status, requestedBy, createdAt, reason, error, warnings, steps } = operation;
  const label = kindLabels[kind];
  const isRunning = status === 'running';
  return (
    <li className="operation">
      <div className="row spread">
        <span className="row">
          <span className="name">{label}</span>
          <Status status={status} />
        </span>
        {mayChange && (status === 'accepted' || status === 'awaiting_approval') ? (
          <RowButton action="Cancel" of={label.toLowerCase()} onClick={cancel} />
        ) : null}
      </div>
      <p className="muted small">
        <Moment iso={createdAt} /> by {requestedBy.name}
        {reason === null ? null : <>: {reason}</>}
      </p>
      <AwaitedApproval operation={operation} />
      <Changes operation={operation} />
      {error === null ? null : (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>{problemLabel(error.code)}.</MessageBarTitle> {error.detail}{' '}
            {error.errors.length > 1 ? error.errors.join(' ') : ''} {problemRemedy(error.code)}
          </MessageBarBody>
        </MessageBar>
      )}
      {warnings.map(({ code, detail }) => (
        <MessageBar key={code + detail} intent="warning" layout="multiline">
          <MessageBarBody>{detail}</MessageBarBody>
        </MessageBar>
      ))}
      {isRunning ? <Steps steps={steps.filter((step) => step.status !== 'skipped')} /> : null}
    </li>
  );
}

const memberLabels: Readonly<Record<string, string>> = {
  displayName: 'Display name',
  description: 'Description',
  visibility: 'Visibility',
  responsible: 'Responsible',
  deputy: 'Deputy',
  owners: 'Owners',
  members: 'Members',
};

const namedPeople = 5;

/** The changed members, or the requested ones until the operation ends. */
function Changes({ operation }: { operation: GroupOperation }) {
  const { before, after, change, status } = operation;
  if (!isFinal(status) || before === null || after === null) {
    const wanted = Object.keys(memberLabels)
      .filter((name) => name in change)
      .map((name) => memberLabels[name]);
    if (wanted.length === 0) return null;
    return <p className="small">Requested: {wanted.join(', ').toLowerCase()}.</p>;
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (names.length === 0) return null;
  return (
    <ul className="changes small">
      {names.map((name) => (
        <li key={name}>
          <span className="muted">{memberLabels[name] ?? name}: </span>
          {Array.isArray(before[name]) || Array.isArray(after[name]) ? (
            <People added={after[name]} removed={before[name]} />
          ) : (
            <>
              <del>{textOf(before[name])}</del> → <ins>{textOf(after[name])}</ins>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function People({ added, removed }: { added: unknown; removed: unknown }) {
  const parts = [
    ['added', added],
    ['removed', removed],
  ].flatMap(([verb, list]) =>
    Array.isArray(list) && list.length > 0 ? [`${String(verb)} ${listText(list)}`] : [],
  );
  return <span className="wrap">{parts.join('; ')}</span>;
}

function listText(people: readonly unknown[]): string {
  const shown = people.slice(0, namedPeople).map(String);
  const rest = people.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest.toLocaleString('en')} more` : shown.join(', ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : 'none';
}
