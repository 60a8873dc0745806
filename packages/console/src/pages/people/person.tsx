// A person: who it is, their groups by role, their open tasks, and the handover of every group for which they answer.
import { Button } from '@fluentui/react-button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { api } from '../../api/client.ts';
import type { Answer } from '../../api/route-types.ts';
import { useMay } from '../../api/session.ts';
import type { TaskItem } from '../../api/types.ts';
import { useInvalidation } from '../../api/use-invalidation.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { type KnownPerson, useKnownPeople } from '../../components/known-people.ts';
import { Card, Empty, Loaded, Page } from '../../components/layout.tsx';
import { MailText } from '../../components/mail-text.tsx';
import { cursorAfter } from '../../components/page-after.ts';
import { Initials } from '../../components/persona.tsx';
import { ShowMore } from '../../components/show-more.tsx';
import { Status } from '../../components/status.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useAddressFilters } from '../../components/use-address-filters.ts';
import { useOrganisationName } from '../../components/use-organisations.ts';
import { responsibility as texts } from '../../messages/responsibility.ts';
import { labelOf, messagesOf, useMessages } from '../../messages/use-messages.ts';
import { PersonHandover } from './person-handover.tsx';
import { groupColumn } from '../groups/list/group-column.tsx';
import { TaskTable } from '../to-do/task-table.tsx';
import { dueColumn, kindLabel } from '../to-do/task-words.tsx';
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
  const settled = useInvalidation(['person', person]);
  const known = useKnownPeople([person]).get(person);
  const close = () => setOpen(undefined);
  return (
    <Page
      title={known?.displayName ?? person}
      lead={<PersonLead person={person} known={known} />}
      back={{ to: '/groups', label: t('person.back') }}
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
      <section className="column">
        <h2>{t('person.tasks')}</h2>
        <TaskTable
          filters={{ assignee: person, state: 'open', kind: '' }}
          empty={{ title: t('person.noTasks'), text: t('person.noTasksText') }}
          columns={taskColumns()}
          actionsOf={({ decisions }) =>
            decisions.length > 0 ? [{ label: t('person.decide') }] : []
          }
        />
      </section>
      {open === 'what-if' ? (
        <WhatIfTheyLeave person={person} name={known?.displayName ?? person} close={close} />
      ) : null}
      {open === 'handover' ? (
        <PersonHandover person={person} close={close} settled={settled} />
      ) : null}
    </Page>
  );
}

function PersonLead({ person, known }: { person: string; known: KnownPerson | null | undefined }) {
  const t = useMessages(texts);
  return (
    <span className="persona">
      <Initials of={known?.displayName ?? person} size="large" />
      <span className="persona-text">
        {known == null ? null : <MailText text={known.email ?? person} />}
        {known === null ? <span className="failure">{t('person.unknown')}</span> : null}
        <span>{t('person.lead')}</span>
      </span>
    </span>
  );
}

function GroupsOfPerson({ person }: { person: string }) {
  const t = useMessages(texts);
  const [{ role: asked }, set] = useAddressFilters(['role']);
  const role = roles.find((one) => one === asked) ?? '';
  const groups = useInfiniteQuery({
    queryKey: ['person', person, 'groups', role],
    queryFn: ({ pageParam, signal }) =>
      api.get('/people/{idOrEmail}/groups', {
        path: { idOrEmail: person },
        query: { cursor: pageParam, role, limit },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: cursorAfter,
  });
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
      <Loaded query={groups}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          return (
            <Card className="flush">
              {items.length === 0 ? (
                <Empty title={t('noGroups')}>
                  {t(role === '' ? 'person.none' : 'person.noneInRole')}
                </Empty>
              ) : (
                <>
                  <DataTable
                    items={items}
                    keyOf={({ teamId }) => teamId}
                    columns={groupColumns(organisationName)}
                  />
                  <ShowMore shown={items.length} query={groups} />
                </>
              )}
            </Card>
          );
        }}
      </Loaded>
    </>
  );
}

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
      cell: ({ organisationId }) => organisationName(organisationId),
    },
    {
      title: t('state'),
      cell: ({ status, state }) => <Status status={status === 'succeeded' ? state : status} />,
    },
  ];
}
