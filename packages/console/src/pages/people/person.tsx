// A person: who it is, their groups by role, their open tasks, and the handover of every group for which they answer.
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { api } from '../../api/client.ts';
import type { Answer } from '../../api/route-types.ts';
import { useIsLimited, useMay } from '../../api/session.ts';
import type { TaskItem } from '../../api/types.ts';
import { useInvalidation } from '../../api/use-invalidation.ts';
import type { Column } from '../../components/data-table.tsx';
import { Card, Page } from '../../components/layout.tsx';
import { MailText } from '../../components/mail-text.tsx';
import { PagedTable, usePaged } from '../../components/paged-table.tsx';
import { ListedTable, useListed } from '../../components/listed-table.tsx';
import { Initials } from '../../components/persona.tsx';
import { Status } from '../../components/status.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useAddressFilters } from '../../components/use-address-filters.ts';
import { useOrganisationName } from '../../components/use-organisations.ts';
import { people } from '../../messages/people.ts';
import { notices } from '../../messages/notices.ts';
import { useFormat } from '../../messages/use-format.ts';
import { responsibility as texts } from '../../messages/responsibility.ts';
import { labelOf, messagesOf, useMessages } from '../../messages/use-messages.ts';
import { PersonHandover } from '../groups/dialogs/late-dialogs.ts';
import { groupColumn } from '../../components/group-column.tsx';
import { TaskTable, useEndedTab } from '../to-do/task-table.tsx';
import { dueColumn, kindLabel, outcomeColumn } from '../to-do/task-words.tsx';
import { AnsweredOn, RolesOfPerson, useAnsweredDay } from './answered-groups.tsx';
import { WhatIfTheyLeave } from './what-if-they-leave.tsx';

const limit = 50;
type GroupOfPerson = Answer<'get', '/people/{idOrEmail}/groups'>['items'][number];
/** A group is under the highest role that the person has in it. */
const roles = ['responsible', 'deputy', 'owner', 'member'] as const;

export function PersonPage() {
  const t = useMessages(texts);
  const { person = '' } = useParams();
  const mayChange = useMay('groups:manage');
  const [open, setOpen] = useState<'handover' | 'what-if'>();
  const settled = useInvalidation(['person', person], ['to-do']);
  const known = useAccount(person);
  const close = () => setOpen(undefined);
  return (
    <Page
      title={known?.displayName ?? person}
      lead={<PersonLead person={person} known={known} />}
      back={{ to: '/people', label: t('person.back') }}
      actions={
        <>
          <Button onClick={() => setOpen('what-if')}>{t('person.whatIf')}</Button>
          {mayChange ? (
            <Button onClick={() => setOpen('handover')}>{t('person.handOverAll')}</Button>
          ) : null}
        </>
      }
    >
      <GroupsOfPerson person={person} />
      <HistoryOfPerson person={person} />
      <section className="column">
        <h2>{t('person.tasks')}</h2>
        <TasksOfPerson person={person} />
      </section>
      <MessagesToPerson email={known?.email ?? null} />
      {open === 'what-if' ? (
        <WhatIfTheyLeave person={person} name={known?.displayName ?? person} close={close} />
      ) : null}
      {open === 'handover' ? (
        <PersonHandover person={person} close={close} settled={settled} />
      ) : null}
    </Page>
  );
}

/** The roles of the person with their times, or the groups for which the person answered on a day. */
function HistoryOfPerson({ person }: { person: string }) {
  const p = useMessages(people);
  const { day, field } = useAnsweredDay();
  return (
    <section className="column">
      <h2>{p('roles')}</h2>
      <div className="filters">{field}</div>
      {day === '' ? <RolesOfPerson person={person} /> : <AnsweredOn day={day} person={person} />}
    </section>
  );
}

/** The questions to the person that are open, and those that were decided. */
function TasksOfPerson({ person }: { person: string }) {
  const t = useMessages(texts);
  const { isEnded, tabs } = useEndedTab('tasks');
  return (
    <>
      {tabs}
      <TaskTable
        key={String(isEnded)}
        filters={{ assignee: person, state: isEnded ? 'done' : 'open', kind: '' }}
        empty={{
          title: t('person.noTasks'),
          text: t(isEnded ? 'person.noDecisions' : 'person.noTasksText'),
        }}
        columns={isEnded ? decidedColumns() : taskColumns()}
        {...(!isEnded && {
          actionsOf: ({ decisions }: TaskItem) =>
            decisions.length > 0 ? [{ label: t('person.decide') }] : [],
        })}
      />
    </>
  );
}

/** Only administrators of the whole tenant see it. */
function MessagesToPerson({ email }: { email: string | null }) {
  const isLimited = useIsLimited();
  return isLimited || email === null ? null : <Messages email={email} />;
}

function Messages({ email }: { email: string }) {
  const t = useMessages(notices);
  const format = useFormat();
  const messages = usePaged(['messages', 'to', email], ({ query, signal }) =>
    api.get('/notices/messages', { query: { email, ...query }, signal }),
  );
  return (
    <PagedTable
      title={t('messages.title')}
      paged={messages}
      empty={{ title: t('messages.none') }}
      keyOf={({ messageId }) => messageId}
      columns={[
        { title: t('messages.day'), cell: ({ day }) => format.date(day) },
        { title: t('state'), cell: ({ state }) => <Status status={state} /> },
        { title: t('messages.notices'), cell: ({ notices: count }) => format.number(count) },
      ]}
    />
  );
}

type Account = NonNullable<Answer<'post', '/people/lookup'>['items'][number]['person']>;

/** Null: the directory has no such person. Undefined while it is not known. */
function useAccount(person: string): Account | null | undefined {
  const { data } = useQuery({
    queryKey: ['people', 'account', person],
    queryFn: async ({ signal }) => {
      const body = { references: [person] };
      const { items } = await api.post('/people/lookup', { body, signal });
      return items[0]?.person ?? null;
    },
  });
  return data;
}

function PersonLead({ person, known }: { person: string; known: Account | null | undefined }) {
  const t = useMessages(texts);
  return (
    <span className="persona">
      <Initials of={known?.displayName ?? person} size="large" />
      <span className="persona-text">
        {known == null ? null : <MailText text={known.email ?? person} />}
        {known === null ? <span className="failure">{t('person.unknown')}</span> : null}
        {known == null ? null : (
          <span>
            {t('person.account')} <Status status={known.enabled ? 'enabled' : 'disabled'} />
          </span>
        )}
        <span>{t('person.lead')}</span>
      </span>
    </span>
  );
}

function GroupsOfPerson({ person }: { person: string }) {
  const t = useMessages(texts);
  const [{ role: asked }, set] = useAddressFilters(['role']);
  const role = roles.find((one) => one === asked) ?? '';
  const groups = useListed(['person', person, 'groups', role], (cursor, signal) =>
    api.get('/people/{idOrEmail}/groups', {
      path: { idOrEmail: person },
      query: { cursor, role, limit },
      signal,
    }),
  );
  const organisationName = useOrganisationName();
  return (
    <>
      <Tabs
        label={t('person.role')}
        tabs={[
          ['', t('person.allRoles')] as const,
          ...roles.map((one) => [one, t(`person.roles.${one}`)] as const),
        ]}
        chosen={role}
        choose={(one) => set({ role: one })}
      />
      <Card className="flush">
        <ListedTable
          list={groups}
          empty={{
            title: t('noGroups'),
            text: t(role === '' ? 'person.none' : 'person.noneInRole'),
          }}
          keyOf={({ teamId }) => teamId}
          columns={groupColumns(organisationName)}
        />
      </Card>
    </>
  );
}

const decidedColumns = (): readonly Column<TaskItem>[] => [
  groupColumn(),
  { title: messagesOf(texts)('person.task'), cell: ({ kind }) => kindLabel(kind) },
  outcomeColumn(),
];

const taskColumns = (): readonly Column<TaskItem>[] => [
  groupColumn(),
  { title: messagesOf(texts)('person.task'), cell: ({ kind }) => kindLabel(kind) },
  dueColumn(),
];

function groupColumns(
  organisationName: (organisationId: string) => string,
): readonly Column<GroupOfPerson>[] {
  const t = messagesOf(texts);
  return [
    groupColumn(),
    {
      title: t('person.role'),
      // Responsible and deputy are owners, too.
      cell: ({ roles: [role] }) =>
        role === undefined ? '' : labelOf(t, `person.roles.${role}`, role),
    },
    {
      title: t('person.organisation'),
      cell: ({ organisationId }) => <bdi>{organisationName(organisationId)}</bdi>,
    },
    {
      title: t('state'),
      cell: ({ status, state }) => <Status status={status === 'succeeded' ? state : status} />,
    },
  ];
}
