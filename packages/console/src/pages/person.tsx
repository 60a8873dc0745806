// A person: their groups with their roles, and the handover of every group for which they answer.
import { Button } from '@fluentui/react-button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { api } from '../api/client.ts';
import type { Answer } from '../api/route-types.ts';
import { useMay } from '../api/session.ts';
import { useInvalidation } from '../api/use-invalidation.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Card, Empty, Loaded, Page } from '../components/layout.tsx';
import { ShowMore } from '../components/show-more.tsx';
import { Status } from '../components/status.tsx';
import { responsibility as texts } from '../messages/responsibility.ts';
import { useMessages } from '../messages/use-messages.ts';
import { PersonHandover } from './person-handover.tsx';
import { groupColumn } from './selected-groups.tsx';
import { WhatIfTheyLeave } from './what-if-they-leave.tsx';

const limit = 50;
type GroupOfPerson = Answer<'get', '/people/{person}/groups'>['items'][number];

export function PersonPage() {
  const t = useMessages(texts);
  const { person = '' } = useParams();
  const mayChange = useMay('groups:manage');
  const [open, setOpen] = useState<'handover' | 'what-if'>();
  const settled = useInvalidation(['person', person]);
  const groups = useInfiniteQuery({
    queryKey: ['person', person, 'groups'],
    queryFn: ({ pageParam, signal }) =>
      api.get('/people/{person}/groups', {
        path: { person },
        query: { after: pageParam, limit },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.teamId : undefined),
  });
  const columns: readonly Column<GroupOfPerson>[] = [
    groupColumn(),
    // Responsible and deputy are owners, too.
    {
      title: t('person.role'),
      cell: ({ roles }) => (roles[0] === undefined ? '' : t(`person.roles.${roles[0]}`)),
    },
    { title: t('person.organisation'), cell: ({ organisation }) => organisation },
    {
      title: t('state'),
      cell: ({ status, state }) => <Status status={status === 'succeeded' ? state : status} />,
    },
  ];
  const close = () => setOpen(undefined);
  return (
    <Page
      title={person}
      lead={t('person.lead')}
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
      <Loaded query={groups}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          return (
            <Card className="flush">
              {items.length === 0 ? (
                <Empty title={t('noGroups')}>{t('person.none')}</Empty>
              ) : (
                <>
                  <DataTable items={items} keyOf={({ teamId }) => teamId} columns={columns} />
                  <ShowMore shown={items.length} query={groups} />
                </>
              )}
            </Card>
          );
        }}
      </Loaded>
      {open === 'what-if' ? <WhatIfTheyLeave person={person} close={close} /> : null}
      {open === 'handover' ? (
        <PersonHandover key={person} person={person} close={close} settled={settled} />
      ) : null}
    </Page>
  );
}
