// The probes of the connection: what the last one saw, the last nights, and when the service probes by itself.
import { Button } from '@fluentui/react-button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { keepAnswer } from '../../../api/keep-answer.ts';
import { useMay } from '../../../api/session.ts';
import type { DirectoryState, ProbeState } from '../../../api/types.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { FormNotice, formProblem } from '../../../components/form-problem.tsx';
import { Card, Loaded } from '../../../components/layout.tsx';
import { MessageBar, MessageBarBody } from '../../../components/message-bar.tsx';
import { formatDuration, Moment } from '../../../components/time.tsx';
import { useSending } from '../../../components/use-sending.ts';
import { common } from '../../../messages/common.ts';
import { probes as texts } from '../../../messages/probes.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { labelOf, useMessages } from '../../../messages/use-messages.ts';
import { EditNightlyProbe } from './nightly-probe.tsx';

const queryKey = ['directory', 'probes'] as const;
const lookEveryMs = 3_000;
const shownProbes = 14;

type Assumption = ProbeState['assumptions'][number];
type Probe = ProbeState['probes'][number];

export function ConnectionProbes({ state }: { state: DirectoryState }) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const mayChange = useMay('settings:manage');
  const [isEdited, setIsEdited] = useState(false);
  const client = useQueryClient();
  const probes = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/directory/probes', { signal }),
    refetchInterval: ({ state: { data } }) => (data?.running == null ? false : lookEveryMs),
  });
  const start = useSending({
    send: () => api.post('/directory/probes'),
    onSuccess: (answer) => keepAnswer(client, queryKey, answer),
  });
  const isRunning = start.isPending || probes.data?.running != null;
  return (
    <div id="probes">
      <Card
        title={t('title')}
        note={t('note')}
        actions={
          mayChange ? (
            <div className="actions">
              <Button disabledFocusable={isRunning} onClick={() => start.submit()}>
                {t('now')}
              </Button>
              <Button aria-label={t('edit')} onClick={() => setIsEdited(true)}>
                {c('edit')}
              </Button>
            </div>
          ) : undefined
        }
      >
        <div className="stack">
          <Schedule nightly={state.nightlyProbe} />
          <FormNotice problem={formProblem(start.error, [])} />
          <Loaded query={probes}>{(seen) => <Results seen={seen} />}</Loaded>
        </div>
        {isEdited ? <EditNightlyProbe state={state} close={() => setIsEdited(false)} /> : null}
      </Card>
    </div>
  );
}

function Schedule({ nightly }: { nightly: DirectoryState['nightlyProbe'] }) {
  const t = useMessages(texts);
  if (nightly === null) return <p className="muted">{t('off')}</p>;
  const { hour, owner, guest } = nightly;
  const sentences = [
    t('on', { hour: `${String(hour).padStart(2, '0')}:00` }),
    owner === undefined ? t('withoutOwner') : t('withOwner', { owner }),
    ...(guest === undefined ? [] : [t('withGuest', { guest })]),
  ];
  return <p className="muted">{sentences.join(' ')}</p>;
}

function Results({ seen: { running, assumptions, probes } }: { seen: ProbeState }) {
  const t = useMessages(texts);
  const format = useFormat();
  const changed = assumptions.filter(({ verdict }) => verdict === 'changed').length;
  return (
    <>
      {running === null ? null : (
        <MessageBar intent="info" role="status">
          <MessageBarBody>
            {running.startedAt === null
              ? t('waiting')
              : t('running', { time: format.dateTime(running.startedAt) })}
          </MessageBarBody>
        </MessageBar>
      )}
      {assumptions.length === 0 ? (
        <p className="muted">{t('none')}</p>
      ) : (
        <>
          <MessageBar intent={changed === 0 ? 'success' : 'warning'}>
            <MessageBarBody>
              {changed === 0 ? t('unchanged') : t('changed', { count: changed })}
            </MessageBarBody>
          </MessageBar>
          <h3>{t('last')}</h3>
          <Assumptions assumptions={assumptions} />
        </>
      )}
      {probes.length === 0 ? null : (
        <>
          <h3>{t('nights')}</h3>
          <Probes probes={probes.slice(0, shownProbes)} />
        </>
      )}
    </>
  );
}

const signs = {
  as_assumed: { tone: 'good', sign: '✓' },
  changed: { tone: 'bad', sign: '✕' },
  not_seen: { tone: 'quiet', sign: '–' },
} as const;

/** The changed ones first. */
function Assumptions({ assumptions }: { assumptions: readonly Assumption[] }) {
  const t = useMessages(texts);
  const isChanged = ({ verdict }: Assumption) => verdict === 'changed';
  return (
    <DataTable
      items={assumptions.toSorted(
        (one, other) => Number(isChanged(other)) - Number(isChanged(one)),
      )}
      keyOf={({ name }) => name}
      columns={[
        {
          title: t('column.assumption'),
          cell: ({ name, assumed }) => (
            <>
              {labelOf(t, `assumption.${name}`, assumed)}
              <div className="mono muted small">{name}</div>
            </>
          ),
        },
        {
          title: t('column.verdict'),
          cell: ({ verdict }) => <Verdict state={verdict ?? 'not_seen'} />,
        },
        {
          title: t('column.seen'),
          // The words of the service, as the developers need them.
          cell: ({ seen }) => <span lang="en">{seen}</span>,
        },
        { title: t('column.since'), cell: ({ since }) => <Moment iso={since} /> },
        {
          title: t('column.duration'),
          cell: ({ durationMs }) => formatDuration(durationMs),
        },
      ]}
    />
  );
}

function Verdict({ state }: { state: keyof typeof signs }) {
  const t = useMessages(texts);
  const { tone, sign } = signs[state];
  return (
    <span className={`status ${tone}`}>
      <span aria-hidden="true" className="status-sign">
        {sign}
      </span>
      {t(`verdict.${state}`)}
    </span>
  );
}

function Probes({ probes }: { probes: readonly Probe[] }) {
  const t = useMessages(texts);
  return (
    <DataTable
      items={probes}
      keyOf={({ probeId }) => probeId}
      columns={[
        { title: t('night.ended'), cell: ({ finishedAt }) => <Moment iso={finishedAt} /> },
        { title: t('night.origin'), cell: ({ origin }) => labelOf(t, `origin.${origin}`, origin) },
        {
          title: t('night.outcome'),
          cell: ({ outcome, failure, seen, leftBehind }) => (
            <>
              {labelOf(t, `outcome.${outcome}`, outcome, {
                count: seen,
                failure: (failure ?? '').replaceAll('_', ' '),
              })}
              {leftBehind === 0 ? null : <div>{t('leftBehind', { count: leftBehind })}</div>}
            </>
          ),
        },
        {
          title: t('night.changed'),
          cell: ({ changed }) =>
            changed.length === 0 ? (
              <span className="muted">{t('nothingChanged')}</span>
            ) : (
              <span className="mono">{changed.join(', ')}</span>
            ),
        },
      ]}
    />
  );
}
