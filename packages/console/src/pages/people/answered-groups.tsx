// The people who answered for groups: of all groups or of a person on a day, and the roles of a person now and before.
import { Button } from '@fluentui/react-button';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, urlOf } from '../../api/client.ts';
import type { Answer } from '../../api/route-types.ts';
import type { Column } from '../../components/data-table.tsx';
import { useKnownPeople } from '../../components/known-people.ts';
import { Card, Loaded } from '../../components/layout.tsx';
import { ListedTable, useListed } from '../../components/listed-table.tsx';
import { Persona } from '../../components/persona.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useAddressFilters } from '../../components/use-address-filters.ts';
import { useDebounced } from '../../components/use-debounced.ts';
import { people as texts } from '../../messages/people.ts';
import { useFormat } from '../../messages/use-format.ts';
import { messagesOf, useMessages } from '../../messages/use-messages.ts';
import { groupColumn } from '../../components/group-column.tsx';

const limit = 50;
type AnsweredGroup = Answer<'get', '/responsibilities'>['items'][number];
type Answered = AnsweredGroup['responsible'];
type HeldRole = Answer<'get', '/people/{idOrEmail}/responsibilities'>['items'][number];

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

/** The day in the address, and its field; empty where the address has none. */
export function useAnsweredDay() {
  const t = useMessages(texts);
  const [{ on }, set] = useAddressFilters(['on']);
  const day = isDay(on) ? on : '';
  const field = (
    <TextField
      label={t('responsibleOn')}
      type="date"
      value={day}
      onChange={(value) => set({ on: value })}
    />
  );
  return { day, field };
}

/** The groups that existed on the day, with the people who answered for them; of one person, only the person's. */
export function AnsweredOn({ day, person = '' }: { day: string; person?: string }) {
  const t = useMessages(texts);
  const at = useDebounced(day, 250);
  const query = { at, person };
  const groups = useListed(['responsibilities', at, person], (cursor, signal) =>
    api.get('/responsibilities', { query: { ...query, cursor, limit }, signal }),
  );
  return (
    <>
      <div className="row">
        <Button
          as="a"
          icon={<ArrowDownloadRegular />}
          href={urlOf('/responsibilities/export', { query })}
          download
        >
          {t('export')}
        </Button>
      </div>
      <Card className="flush">
        <ListedTable
          list={groups}
          empty={{ title: t('noneOnDay') }}
          keyOf={({ teamId }) => teamId}
          columns={columns()}
        />
      </Card>
    </>
  );
}

const columns = (): readonly Column<AnsweredGroup>[] => [
  groupColumn(),
  ...(['responsible', 'deputy'] as const).map((role) => ({
    title: messagesOf(texts)(role),
    cell: (group: AnsweredGroup) => <AnsweredBy of={group[role]} />,
  })),
];

function AnsweredBy({ of: { person, from, until } }: { of: Answered }) {
  const t = useMessages(texts);
  const format = useFormat();
  const known = useKnownPeople(person === null ? [] : [person]);
  if (person === null) return <span className="muted">{t('nobodyThen')}</span>;
  const note = [
    from === null ? t('sinceCreation') : t('since', { date: format.date(from.occurredAt) }),
    ...(until === null ? [] : [t('untilDay', { date: format.date(until.occurredAt) })]),
  ].join(', ');
  return <Persona name={known.get(person)?.displayName ?? null} reference={person} note={note} />;
}

/** The people who answered for a group on a day that the reader chooses. */
export function GroupAnsweredOn({ teamId }: { teamId: string }) {
  const t = useMessages(texts);
  const [day, setDay] = useState('');
  const at = useDebounced(day, 250);
  const found = useQuery({
    queryKey: ['group', teamId, 'responsibility', at],
    queryFn: ({ signal }) =>
      api.get('/teams/{teamId}/responsibility', { path: { teamId }, query: { at }, signal }),
    enabled: isDay(at),
  });
  return (
    <div className="stack">
      <TextField label={t('responsibleOn')} type="date" value={day} onChange={setDay} />
      {isDay(at) ? (
        <Loaded query={found}>
          {({ exists, responsible, deputy }) =>
            exists ? (
              <dl className="facts tall">
                <dt>{t('responsible')}</dt>
                <dd>
                  <AnsweredBy of={responsible} />
                </dd>
                <dt>{t('deputy')}</dt>
                <dd>
                  <AnsweredBy of={deputy} />
                </dd>
              </dl>
            ) : (
              <p className="muted">{t('notThere')}</p>
            )
          }
        </Loaded>
      ) : null}
    </div>
  );
}

/** The roles of a person in groups, also those that ended. */
export function RolesOfPerson({ person }: { person: string }) {
  const t = useMessages(texts);
  const roles = useListed(['person', person, 'roles'], (cursor, signal) =>
    api.get('/people/{idOrEmail}/responsibilities', {
      path: { idOrEmail: person },
      query: { cursor, limit },
      signal,
    }),
  );
  return (
    <Card className="flush">
      <ListedTable
        list={roles}
        empty={{ title: t('noRoles') }}
        keyOf={({ teamId, role, from }) => `${teamId} ${role} ${from}`}
        columns={roleColumns()}
      />
    </Card>
  );
}

function roleColumns(): readonly Column<HeldRole>[] {
  const t = messagesOf(texts);
  return [
    groupColumn(),
    { title: t('role'), cell: ({ role }) => t(role) },
    { title: t('from'), cell: ({ from }) => <RoleDay iso={from} /> },
    { title: t('until'), cell: ({ until }) => <RoleDay iso={until} /> },
  ];
}

function RoleDay({ iso }: { iso: string | null }) {
  const t = useMessages(texts);
  const format = useFormat();
  if (iso === null) return <>{t('today')}</>;
  return (
    <time dateTime={iso} title={format.dateTime(iso)}>
      {format.date(iso)}
    </time>
  );
}
