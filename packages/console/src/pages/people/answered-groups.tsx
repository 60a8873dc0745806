// Groups by the state of their responsibility, with the handover of one or of several, and the people who are
// responsible for most groups.
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api } from '../../api/client.ts';
import { listGroups } from '../../api/list-groups.ts';
import type { Answer } from '../../api/route-types.ts';
import type { GroupItem } from '../../api/types.ts';
import { useMay } from '../../api/session.ts';
import { useInvalidation } from '../../api/use-invalidation.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Persona } from '../../components/persona.tsx';
import { Card, Empty, Loaded } from '../../components/layout.tsx';
import { PagedTable, usePaged } from '../../components/paged-table.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { SelectedBar } from '../../components/selected-bar.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { lifecycle } from '../../messages/lifecycle.ts';
import { responsibility as texts } from '../../messages/responsibility.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { BulkDialog } from '../groups/dialogs/late-dialogs.ts';
import { AnsweringPerson } from '../groups/group/group-responsibility.tsx';
import { groupColumn, useGroupSelection } from '../groups/list/group-column.tsx';

type Counts = Answer<'get', '/responsibility'>['groups'];
type AnsweredGroup = GroupItem;
type Load = Answer<'get', '/responsibility/people'>['items'][number];

const lists = ['vacant', 'shaky', 'deputy_vacant'] as const;
type List = (typeof lists)[number];
const tabs = [...lists, 'people'] as const;

export function AnsweredGroups({ counts }: { counts: Counts }) {
  const t = useMessages(texts);
  const [query, setQuery] = useSearchParams();
  const asked = query.get('show');
  const shown = tabs.find((tab) => tab === asked) ?? 'vacant';
  return (
    <>
      <Tabs
        label={t('list')}
        tabs={[
          ['vacant', t('lists.vacant'), counts.vacant],
          ['shaky', t('lists.shaky'), counts.shaky],
          ['deputy_vacant', t('lists.deputy_vacant'), counts.deputyVacant],
          ['people', t('lists.people')],
        ]}
        chosen={shown}
        choose={(value) => setQuery({ show: value }, { replace: true, preventScrollReset: true })}
      />
      {shown === 'people' ? <MostGroups /> : <Groups state={shown} />}
    </>
  );
}

function Groups({ state }: { state: List }) {
  const t = useMessages(texts);
  const columns = useColumns();
  const selection = useGroupSelection<AnsweredGroup>(state);
  const [handedOver, setHandedOver] = useState<readonly string[]>();
  const mayChange = useMay('groups:manage');
  const settled = useInvalidation(['responsibility']);
  const groups = usePaged(['responsibility', 'groups', state], ({ query, signal }) =>
    listGroups({ responsibility: state, sort: 'responsibilitySince', ...query }, signal),
  );
  const actions: Column<AnsweredGroup> = {
    title: t('actions'),
    as: 'actions',
    cell: ({ teamId, displayName }) =>
      mayChange ? (
        <RowButton
          action={t('handOver')}
          of={displayName}
          onClick={() => setHandedOver([teamId])}
        />
      ) : null,
  };
  return (
    <>
      <SelectedBar selection={selection}>
        <Button
          size="small"
          onClick={() => setHandedOver(selection.items.map(({ teamId }) => teamId))}
        >
          {t('handOver')}
        </Button>
      </SelectedBar>
      <PagedTable
        paged={groups}
        empty={{ title: t('noGroups'), text: t(`noneIn.${state}`) }}
        keyOf={({ teamId }) => teamId}
        columns={[groupColumn(), ...columns, actions]}
        selection={mayChange ? selection : undefined}
      />
      {handedOver === undefined ? null : (
        <BulkDialog
          kind="handover"
          teamIds={handedOver}
          close={() => setHandedOver(undefined)}
          done={() => {
            setHandedOver(undefined);
            selection.clear();
          }}
          settled={settled}
        />
      )}
    </>
  );
}

function useColumns(): readonly Column<AnsweredGroup>[] {
  const t = useMessages(texts);
  const format = useFormat();
  return [
    {
      title: t('responsible'),
      cell: ({ responsibility }) =>
        responsibility ? (
          <AnsweringPerson person={responsibility.responsible} reference={null} />
        ) : null,
    },
    {
      title: t('deputy'),
      cell: ({ responsibility }) =>
        responsibility ? <AnsweringPerson person={responsibility.deputy} reference={null} /> : null,
    },
    {
      title: t('sinceColumn'),
      cell: ({ responsibility }) => {
        const { since = null, taskId = null } = responsibility ?? {};
        return (
          <div>
            {since === null ? '' : format.date(since)}
            {taskId === null ? null : <div className="muted small">{t('taskOpen')}</div>}
          </div>
        );
      },
    },
  ];
}

function MostGroups() {
  const t = useMessages(texts);
  const l = useMessages(lifecycle);
  const people = useQuery({
    queryKey: ['responsibility', 'people'],
    queryFn: ({ signal }) => api.get('/responsibility/people', { signal }),
  });
  const columns: readonly Column<Load>[] = [
    {
      title: t('personColumn'),
      cell: ({ id, email, displayName }) => <Persona name={displayName} reference={email ?? id} />,
    },
    { title: t('responsible'), cell: ({ responsible }) => l('groups', { count: responsible }) },
    { title: t('deputy'), cell: ({ deputy }) => l('groups', { count: deputy }) },
    {
      title: t('actions'),
      as: 'actions',
      cell: ({ id, email }) => (
        <Link to={`/people/${encodeURIComponent(email ?? id)}`}>{t('viewGroups')}</Link>
      ),
    },
  ];
  return (
    <Card className="flush">
      <Loaded query={people}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t('noPeople')}>{t('noPeopleText')}</Empty>
          ) : (
            <DataTable items={items} keyOf={({ id }) => id} columns={columns} />
          )
        }
      </Loaded>
    </Card>
  );
}
