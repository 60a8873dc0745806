// The rosters of a group: how far each source's last list is, and the people of one of them with the result of each.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import type { Answer } from '../../../api/route-types.ts';
import { useMay } from '../../../api/session.ts';
import type { GroupDetail, TaskItem } from '../../../api/types.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Card, Loaded } from '../../../components/layout.tsx';
import { MailText } from '../../../components/mail-text.tsx';
import { PagedTable, usePaged } from '../../../components/paged-table.tsx';
import { Persona } from '../../../components/persona.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Status } from '../../../components/status.tsx';
import { Moment } from '../../../components/time.tsx';
import { useAddressFilters } from '../../../components/use-address-filters.ts';
import { groupPage } from '../../../messages/group-page.ts';
import { rosters as texts } from '../../../messages/rosters.ts';
import { serviceText } from '../../../messages/service-text.ts';
import { tasks } from '../../../messages/tasks.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { labelOf, messagesOf, textsOfBuild, useMessages } from '../../../messages/use-messages.ts';
import { DecideTask } from '../../to-do/late-decide-task.ts';
import { useOpenTasks } from './group-tasks.tsx';

type Roster = Answer<'get', '/teams/{teamId}/rosters'>['items'][number];
type Member = Answer<'get', '/teams/{teamId}/rosters/{source}'>['items'][number];
type Result = NonNullable<Member['result']>;

/** A result without its words does not compile. */
const resultWords: Readonly<Record<Result, unknown>> = textsOfBuild(texts).results;
const rosterResults = Object.keys(resultWords) as readonly Result[];

export function GroupRosters({ group: { teamId, rosters } }: { group: GroupDetail }) {
  const t = useMessages(texts);
  const [{ roster: shown }, set] = useAddressFilters(['roster', 'result']);
  const list = useQuery({
    queryKey: ['group', teamId, 'rosters'],
    queryFn: ({ signal }) => api.get('/teams/{teamId}/rosters', { path: { teamId }, signal }),
    enabled: rosters.length > 0,
  });
  const chosen = list.data?.items.find(({ source }) => source === shown);
  if (rosters.length === 0) return null;
  return (
    <>
      <Card title={t('title')} note={t('note')} className="flush">
        <Loaded query={list}>
          {({ items }) => (
            <RosterTable
              teamId={teamId}
              items={items}
              shown={shown}
              show={(source) => set({ roster: source, result: '' })}
            />
          )}
        </Loaded>
      </Card>
      {chosen === undefined ? null : <RosterPeople teamId={teamId} roster={chosen} />}
    </>
  );
}

function RosterTable({
  teamId,
  items,
  shown,
  show,
}: {
  teamId: string;
  items: readonly Roster[];
  /** The source whose people are shown; empty: none. */
  shown: string;
  show: (source: string) => void;
}) {
  const t = useMessages(texts);
  const d = useMessages(tasks);
  const mayDecide = useMay('groups:manage');
  const [decided, setDecided] = useState<TaskItem>();
  const open = useOpenTasks(teamId).data?.items ?? [];
  // A group has one such task at a time: it is about one source.
  const taskOf = (source: string) =>
    open.find(
      ({ kind, facts, decisions }) =>
        kind === 'confirm_removals' &&
        decisions.length > 0 &&
        facts.some(({ name, value }) => name === 'source' && value === source),
    );
  const columns: readonly Column<Roster>[] = [
    { title: t('source'), cell: ({ source }) => <bdi className="name">{source}</bdi> },
    { title: t('state'), cell: ({ state }) => <Status status={`roster_${state}`} /> },
    { title: t('applied'), cell: ({ appliedAt }) => <Moment iso={appliedAt} /> },
    { title: t('result'), cell: (roster) => <div className="wrap">{resultText(roster)}</div> },
    {
      title: d('actions'),
      as: 'actions',
      cell: ({ source, held }) => {
        const task = mayDecide && held > 0 ? taskOf(source) : undefined;
        const decide = task && {
          label: t('decide'),
          of: source,
          act: () => setDecided(task),
        };
        const isShown = source === shown;
        const people = {
          label: t(isShown ? 'hidePeople' : 'people'),
          of: source,
          act: () => show(isShown ? '' : source),
        };
        return (
          <RowMenu name={source} actions={decide === undefined ? [people] : [decide, people]} />
        );
      },
    },
  ];
  return (
    <>
      <DataTable items={items} keyOf={({ source }) => source} columns={columns} />
      {decided === undefined ? null : (
        <DecideTask task={decided} close={() => setDecided(undefined)} />
      )}
    </>
  );
}

/** How many people have each result, with the removals that wait. */
export function resultText(counts: Readonly<Record<Result, number>> & { readonly held: number }) {
  const t = messagesOf(texts);
  const results = rosterResults.flatMap((result) =>
    counts[result] === 0 ? [] : [t(`counts.${result}`, { count: counts[result] })],
  );
  const { held } = counts;
  const all = held === 0 ? results : [...results, t('counts.held', { count: held })];
  return all.length === 0 ? t('nobody') : all.join(', ');
}

function RosterPeople({ teamId, roster }: { teamId: string; roster: Roster }) {
  const t = useMessages(texts);
  const p = useMessages(groupPage);
  const format = useFormat();
  const [{ result }, set] = useAddressFilters(['result']);
  const { source } = roster;
  const people = usePaged(['group', teamId, 'rosters', source, result], ({ query, signal }) =>
    api.get('/teams/{teamId}/rosters/{source}', {
      path: { teamId, source },
      query: { ...query, result: result as Result },
      signal,
    }),
  );
  const columns: readonly Column<Member>[] = [
    {
      title: p('person'),
      cell: ({ person, personId }) =>
        personId === null ? <MailText text={person} /> : <Persona name={null} reference={person} />,
    },
    { title: p('role'), cell: ({ role }) => p(`roles.${role}`) },
    {
      title: t('until'),
      cell: ({ until }) => (until === null ? <span className="muted">–</span> : format.date(until)),
    },
    { title: t('result'), cell: (member) => <ResultOf {...member} /> },
  ];
  const found = rosterResults.filter((one) => roster[one] > 0 || one === result);
  return (
    <>
      <div className="filters" role="search">
        <SelectField
          label={t('result')}
          value={result}
          onChange={(value) => set({ result: value })}
          options={[
            ['', t('everyone', { count: roster.count })] as const,
            ...found.map((one) => [one, t(`counts.${one}`, { count: roster[one] })] as const),
          ]}
        />
      </div>
      <PagedTable
        paged={people}
        title={t('peopleOf', { source })}
        empty={{ title: t('nobody') }}
        keyOf={({ person }) => person}
        columns={columns}
      />
    </>
  );
}

function ResultOf({ result, code, detail, waitingSince }: Member) {
  const t = useMessages(texts);
  if (result === null) return <span className="muted">{t('pending')}</span>;
  const isIn = result === 'added' || result === 'kept';
  const reason = code === null ? undefined : serviceText('code', code, detail ?? '');
  return (
    <div className="wrap">
      {isIn || result === 'removed' ? (
        t(`results.${result}`)
      ) : (
        <span className={`status ${result === 'refused' ? 'bad' : 'warn'}`}>
          <span aria-hidden="true" className="status-sign">
            {result === 'refused' ? '✕' : '◷'}
          </span>
          {t(`results.${result}`)}
        </span>
      )}
      {reason === undefined ? null : (
        <div className="muted small">
          {reason === '' ? labelOf(t, `reasons.${code}`, code ?? '') : reason}
        </div>
      )}
      {result !== 'waiting' || waitingSince === null ? null : (
        <div className="muted small">
          {t.rich('waits', { since: () => <Moment isGoverned iso={waitingSince} /> })}
        </div>
      )}
    </div>
  );
}
