// The progress of a creation, step by step, with every failed attempt and the remedy of a failure.
import { MessageBar, MessageBarBody, MessageBarTitle } from '../../../components/message-bar.tsx';
import type { GroupDetail, GroupProgress } from '../../../api/types.ts';
import { CopyButton } from '../../../components/copy.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { failureFaults } from '../../../components/failure-faults.ts';
import { Card } from '../../../components/layout.tsx';
import { ProblemLink } from '../../../components/problem-link.tsx';
import { problemLabel, problemRemedy, stepLabel } from '../../../components/problems.ts';
import { statusLabel } from '../../../components/status.tsx';
import { stepText } from '../../../components/step-text.ts';
import { Moment } from '../../../components/time.tsx';
import { groupPage as texts } from '../../../messages/group-page.ts';
import { problems } from '../../../messages/problems.ts';
import { serviceText } from '../../../messages/service-text.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { useMessages } from '../../../messages/use-messages.ts';

const maxFaults = 50;

/** @param props.isSolved another attempt succeeded, and nothing is left to do */
export function Failure({
  progress,
  requestId,
  isSolved,
}: {
  progress: GroupProgress;
  requestId: string;
  isSolved: boolean;
}) {
  const { error } = progress;
  const t = useMessages(texts);
  const p = useMessages(problems);
  if (error === null) return null;
  const remedy = problemRemedy(error.code);
  const faults = failureFaults(error);
  return (
    <MessageBar intent={isSolved ? 'info' : 'error'}>
      <MessageBarBody>
        <MessageBarTitle>{problemLabel(error.code)}.</MessageBarTitle>{' '}
        {serviceText('problem', error.code, error.detail)}
        {faults.length > 0 ? (
          <ul>
            {faults.slice(0, maxFaults).map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        ) : null}
        {remedy === undefined || isSolved ? null : (
          <p>
            <strong>{t('nextStep')} </strong>
            {remedy}
          </p>
        )}
        <p className="row request">
          <span>
            {p('code')} <ProblemLink code={error.code} />
          </span>
          <span>
            {t('requestId')} <span className="mono">{requestId}</span>
          </span>
          <CopyButton text={requestId} label={t('copyRequestId')} />
        </p>
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

/** @param props.told a detail that the page has said already, and that is not repeated */
export function Steps({
  steps,
  told,
}: {
  steps: GroupProgress['steps'];
  told?: string | undefined;
}) {
  const t = useMessages(texts);
  const format = useFormat();
  return (
    <ol className="steps">
      {steps.map((step, index) => (
        <li className={`step ${step.status}`} key={step.name}>
          <span className={`dot ${step.status}`} aria-hidden="true">
            {signs[step.status] ?? index + 1}
          </span>
          <div>
            <div className="step-name">{stepLabel(step.name)}</div>
            {step.detail === null || step.detail === told ? null : (
              <p className="muted">{stepText(step.detail)}</p>
            )}
            {step.retryAt === null || step.status !== 'waiting' ? null : (
              <p className="muted small">
                {t('nextAttempt', { time: format.dateTime(step.retryAt) })}
              </p>
            )}
          </div>
          <div className="row step-side">
            {step.attempts > 1 ? (
              <span className="tag">{t('attempts', { count: step.attempts })}</span>
            ) : null}
            {step.startedAt !== null && step.completedAt !== null ? (
              <span className="muted small">
                {format.duration(Date.parse(step.completedAt) - Date.parse(step.startedAt))}
              </span>
            ) : null}
            <span className="sr-only">{statusLabel(step.status)}</span>
          </div>
        </li>
      ))}
    </ol>
  );
}

type Incident = GroupDetail['incidents'][number];

export function Incidents({ incidents }: { incidents: readonly Incident[] }) {
  const t = useMessages(texts);
  const columns: readonly Column<Incident>[] = [
    {
      title: t('step'),
      cell: ({ step, attempt }) => (
        <>
          <div className="name">{stepLabel(step)}</div>
          <span className="muted small">{t('attempt', { attempt })}</span>
        </>
      ),
    },
    {
      title: t('details'),
      as: 'text',
      cell: ({ detail, directoryRequestId }) => (
        <>
          <span className="wrap">{detail}</span>
          {directoryRequestId === null ? null : (
            <div className="mono muted">{directoryRequestId}</div>
          )}
        </>
      ),
    },
    { title: t('time'), cell: ({ occurredAt }) => <Moment iso={occurredAt} /> },
  ];
  return (
    <Card title={t('failedAttempts')} note={t('newestFirst')} className="flush">
      <DataTable
        items={incidents}
        keyOf={({ occurredAt, step, attempt }) => `${occurredAt} ${step} ${attempt}`}
        columns={columns}
      />
    </Card>
  );
}
