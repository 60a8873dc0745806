// The commands of the list of groups: saved views, columns, density and export.
import { late } from '../../../components/late.tsx';
import { Button } from '@fluentui/react-button';
import {
  ArrowDownloadRegular,
  BookmarkRegular,
  ColumnEditRegular,
  DismissRegular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { urlOf } from '../../../api/client.ts';
import type { GroupFilters, GroupItem } from '../../../api/types.ts';
import type { GridColumn } from '../../../components/grid/grid-columns.ts';
import type { GridLayout } from '../../../components/grid/use-grid-layout.ts';
import { Popup } from '../../../components/popup.tsx';
import { useSavedViews } from '../../../components/use-saved-views.ts';
import { grid } from '../../../messages/grid.ts';
import { groups } from '../../../messages/groups.ts';
import { columnsOf } from './group-filters.ts';
import { useGroupColumns } from './group-columns.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { changes } from '../../../messages/changes.ts';
import { notify } from '../../../components/notify.ts';

const SaveView = late(async () => (await import('./save-view.tsx')).SaveView);

type Change = (changes: Readonly<Record<string, string>>) => void;

export function GroupCommands({
  query,
  change,
  filters,
  layout,
  onLayout,
}: {
  query: URLSearchParams;
  change: Change;
  filters: GroupFilters;
  layout: GridLayout;
  onLayout: (change: Partial<GridLayout>) => void;
}) {
  const t = useMessages(groups);
  const g = useMessages(grid);
  const columns = useGroupColumns();
  const shown = columnsOf(query);
  return (
    <div className="command-bar">
      <Views query={query} />
      <Popup size="small" label={g('columns')} text={g('columns')} icon={<ColumnEditRegular />}>
        {(close) => (
          <>
            {columns.map(({ id, title }) => (
              <label key={id}>
                <input
                  type="checkbox"
                  checked={shown.includes(id)}
                  disabled={id === 'name'}
                  onChange={() => change({ columns: toggled(columns, shown, id) })}
                />
                {title}
              </label>
            ))}
            <hr />
            <label>
              <input
                type="checkbox"
                checked={layout.isCompact}
                onChange={() => onLayout({ isCompact: !layout.isCompact })}
              />
              {g('compact')}
            </label>
            <button
              type="button"
              onClick={() => {
                onLayout({ widths: {}, isCompact: false });
                change({ columns: '' });
                close();
              }}
            >
              {g('resetColumns')}
            </button>
          </>
        )}
      </Popup>
      <Button
        as="a"
        size="small"
        appearance="subtle"
        icon={<ArrowDownloadRegular />}
        href={urlOf('/teams/export', { query: filters })}
        download
      >
        {t('export')}
      </Button>
    </div>
  );
}

/** The columns keep the order of all of them. */
function toggled(
  columns: readonly GridColumn<GroupItem>[],
  shown: readonly string[],
  id: string,
): string {
  const next = shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id];
  return columns
    .map((column) => column.id)
    .filter((one) => next.includes(one))
    .join(',');
}

function Views({ query }: { query: URLSearchParams }) {
  const told = useMessages(changes);
  const g = useMessages(grid);
  const navigate = useNavigate();
  const { views, save, remove } = useSavedViews('groups');
  const [isSaving, setIsSaving] = useState(false);
  const current = query.get('view');
  return (
    <>
      <Popup
        size="small"
        label={g('views')}
        text={current ?? g('views')}
        icon={<BookmarkRegular />}
      >
        {(close) => (
          <>
            {views.length === 0 ? <p className="muted small">{g('noViews')}</p> : null}
            {views.map(({ name, address }) => (
              <div key={name} className="saved-view">
                <button
                  type="button"
                  onClick={() => {
                    close();
                    void navigate({ search: address });
                  }}
                >
                  <bdi>{name}</bdi>
                </button>
                <Button
                  size="small"
                  appearance="subtle"
                  icon={<DismissRegular />}
                  aria-label={g('removeView', { name })}
                  onClick={() => {
                    close();
                    remove(name);
                    notify(told('viewRemoved', { name }), {
                      undo: async () => save({ name, address }),
                    });
                  }}
                />
              </div>
            ))}
            <hr />
            <button
              type="button"
              onClick={() => {
                close();
                setIsSaving(true);
              }}
            >
              {g('saveView')}
            </button>
          </>
        )}
      </Popup>
      {isSaving ? (
        <SaveView
          close={() => setIsSaving(false)}
          save={(name) => {
            const address = new URLSearchParams(query);
            address.set('view', name);
            address.delete('new');
            save({ name, address: address.toString() });
            void navigate({ search: address.toString() }, { replace: true });
          }}
        />
      ) : null}
    </>
  );
}
