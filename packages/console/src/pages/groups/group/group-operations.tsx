// The operations of a group: what was requested, by whom, how far it is, and what it changed.
import { MessageBar, MessageBarBody, MessageBarTitle } from '../../../components/message-bar.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../../api/client.ts';
import { useMay } from '../../../api/session.ts';
import type { GroupOperation } from '../../../api/types.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { failureFaults } from '../../../components/failure-faults.ts';
import { usePeopleNames } from '../../../components/known-people.ts';
import { Card } from '../../../components/layout.tsx';
import { ProblemLink } from '../../../components/problem-link.tsx';
import { problemLabel, problemRemedy } from '../../../components/problems.ts';
import { RowButton } from '../../../components/row-button.tsx';
import { isSetting, useLabels } from '../../../components/setting-text.ts';
import { Status } from '../../../components/status.tsx';
import { Moment } from '../../../components/time.tsx';
import { Steps } from './group-progress.tsx';
import { differenceWords } from '../../to-do/group-differences.tsx';
import { AwaitedApproval } from '../../to-do/task-request.tsx';
import { isFinal } from '../../../api/use-group.ts';
import { changes } from '../../../messages/changes.ts';
import { common } from '../../../messages/common.ts';
import { groupPage as texts } from '../../../messages/group-page.ts';
import { groupTabs } from '../../../messages/group-tabs.ts';
import { problems } from '../../../messages/problems.ts';
import { reasonText } from '../../../messages/reasons.ts';
import { serviceText } from '../../../messages/service-text.ts';
import { labelOf, type Messages, messagesOf, useMessages } from '../../../messages/use-messages.ts';

export function GroupOperations({
  teamId,
  operations,
  hasMore = false,
  more = false,
  settled,
}: {
  teamId: string;
  operations: readonly GroupOperation[];
  /** True if older ones are not read. */
  hasMore?: boolean;
  /** True if the history has others. */
  more?: boolean;
  settled: () => void;
}) {
  const t = useMessages(texts);
  const tabs = useMessages(groupTabs);
  const [cancelling, setCancelling] = useState<GroupOperation>();
  if (operations.length === 0) return null;
  return (
    <Card title={t('operations')} note={t('operationsNote')}>
      <ol className="operations">
        {operations.map((operation) => (
          <Operation
            key={operation.operationId}
            operation={operation}
            cancel={() => setCancelling(operation)}
          />
        ))}
      </ol>
      {hasMore ? <p className="muted small">{t('olderOperations')}</p> : null}
      {more ? (
        <p className="small">
          <Link to="?tab=history">{tabs('seeHistory')}</Link>
        </p>
      ) : null}
      {cancelling === undefined ? null : (
        <Confirm
          title={t('cancelOperationTitle', { kind: kindInText(t, cancelling.kind) })}
          finished={messagesOf(changes)('operationCancelled')}
          action={t('cancelOperation')}
          dismiss={t('keepOperation')}
          close={() => setCancelling(undefined)}
          work={() =>
            api.post('/teams/{teamId}/operations/{operationId}/cancel', {
              path: { teamId, operationId: cancelling.operationId },
            })
          }
          settled={settled}
        >
          <p>{t('nothingChanged')}</p>
        </Confirm>
      )}
    </Card>
  );
}

function Operation({ operation, cancel }: { operation: GroupOperation; cancel: () => void }) {
  const mayChange = useMay('groups:intervene');
  const { kind, status, requestedBy, createdAt, reason, error, warnings, steps } = operation;
  const t = useMessages(texts);
  const c = useMessages(common);
  const p = useMessages(problems);
  const isRunning = status === 'running';
  return (
    <li className="operation">
      <div className="row spread">
        <span className="row">
          <span className="name">{labelOf(t, `kinds.${kind}`, kind)}</span>
          <Status status={status} />
        </span>
        {mayChange && (status === 'accepted' || status === 'awaiting_approval') ? (
          <RowButton action={c('cancel')} of={kindInText(t, kind)} onClick={cancel} />
        ) : null}
      </div>
      <p className="muted small">
        {t.rich('operationBy', {
          name: requestedBy.name,
          time: () => <Moment iso={createdAt} />,
        })}
        {reason === null ? null : <>: {reasonText(reason)}</>}
      </p>
      <AwaitedApproval operation={operation} />
      <Changes operation={operation} />
      {error === null ? null : (
        <MessageBar intent="error">
          <MessageBarBody>
            <MessageBarTitle>{problemLabel(error.code)}.</MessageBarTitle>{' '}
            {serviceText('problem', error.code, error.detail)} {failureFaults(error).join(' ')}{' '}
            {problemRemedy(error.code)}
            <p className="request">
              {p('code')} <ProblemLink code={error.code} />
            </p>
          </MessageBarBody>
        </MessageBar>
      )}
      {warnings.map(({ code, detail }) => (
        <MessageBar key={code + detail} intent="warning">
          <MessageBarBody>{serviceText('warning', code, detail)}</MessageBarBody>
        </MessageBar>
      ))}
      {isRunning ? <Steps steps={steps.filter((step) => step.status !== 'skipped')} /> : null}
    </li>
  );
}

const fields = [
  'displayName',
  'description',
  'visibility',
  'properties',
  'responsible',
  'deputy',
  'owners',
  'members',
] as const;

type Translate = Messages<(typeof texts)['texts']['en']>;

const kindInText = (t: Translate, kind: string) => labelOf(t, `kindsInText.${kind}`, kind);

/** The service may know more fields than this page. */
function fieldLabel(name: string, t: Translate): string {
  const known = fields.find((field) => field === name);
  return known === undefined ? name : t(`fields.${known}`);
}

type Members = Readonly<Record<string, unknown>>;

const people = ['responsible', 'deputy', 'owners', 'members'] as const;
const namedPeople = 5;
const isText = (value: unknown): value is string => typeof value === 'string';

/** The changed members, or the requested ones until the operation ends. */
function Changes({ operation }: { operation: GroupOperation }) {
  const { change, status } = operation;
  const [before, after] = [operation.before, operation.after].map((members) =>
    members === null ? null : withoutProperties(members),
  );
  const t = useMessages(texts);
  const nameOf = usePeopleNames(
    people.flatMap((name) => [before?.[name], after?.[name]].flat()).filter(isText),
  );
  const names = [...new Set([before, after].flatMap((members) => Object.keys(members ?? {})))];
  const labels = useLabels(names);
  if (!isFinal(status) || before == null || after == null) {
    const wanted = fields.filter((name) => name in change).map((name) => t(`fieldsInText.${name}`));
    if (wanted.length === 0) return null;
    return <p className="small">{t('requestedFields', { fields: wanted.join(', ') })}</p>;
  }
  const changed = names.filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return null;
  const wordsOf = (name: string) => {
    const isOfDifferences = isSetting(name) || name === 'archived';
    return isOfDifferences ? differenceWords(name, labels) : undefined;
  };
  const textOf = (name: string, value: unknown) =>
    wordsOf(name)?.text(value) ?? (isText(value) && value !== '' ? nameOf(value) : t('none'));
  return (
    <ul className="changes small">
      {changed.map((name) => (
        <li key={name}>
          <span className="muted">{wordsOf(name)?.label ?? fieldLabel(name, t)}: </span>
          {Array.isArray(before[name]) || Array.isArray(after[name]) ? (
            <People added={after[name]} removed={before[name]} nameOf={nameOf} />
          ) : (
            <>
              <del>{textOf(name, before[name])}</del> → <ins>{textOf(name, after[name])}</ins>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Each property by its name, in place of all of them. */
function withoutProperties({ properties, ...members }: Members): Members {
  return { ...members, ...(properties as Members | undefined) };
}

function People({
  added,
  removed,
  nameOf,
}: {
  added: unknown;
  removed: unknown;
  nameOf: (reference: string) => string;
}) {
  const t = useMessages(texts);
  const parts = [['added', added] as const, ['removed', removed] as const].flatMap(([verb, list]) =>
    Array.isArray(list) && list.length > 0
      ? [t(verb, { people: listText(list.filter(isText).map(nameOf), t) })]
      : [],
  );
  return <span className="wrap">{parts.join('; ')}</span>;
}

function listText(people: readonly string[], t: Translate): string {
  const shown = people.slice(0, namedPeople).join(', ');
  const rest = people.length - namedPeople;
  return rest > 0 ? t('andMore', { people: shown, count: rest }) : shown;
}
