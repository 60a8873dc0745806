// Requests of the log, newest first, with the foot that loads more of them.
import type { ComponentProps } from 'react';
import type { LoggedRequest } from '../../api/types.ts';
import type { Column } from '../../components/data-table.tsx';
import { ProblemLink } from '../../components/problem-link.tsx';
import { ListedTable } from '../../components/listed-table.tsx';
import { requests as texts } from '../../messages/requests.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { RequestDetails } from './request-details.tsx';

export function RequestTable(
  props: Pick<ComponentProps<typeof ListedTable<LoggedRequest>>, 'list' | 'empty'>,
) {
  const t = useMessages(texts);
  const format = useFormat();
  const columns: readonly Column<LoggedRequest>[] = [
    { title: t('request'), cell: (item) => <RequestDetails item={item} /> },
    {
      title: t('result'),
      cell: ({ status, code }) => (
        <>
          <span className={`status ${status >= 400 ? 'bad' : 'good'}`}>
            <span aria-hidden="true" className="status-sign">
              {status >= 400 ? '✕' : '✓'}
            </span>
            {status}
          </span>
          {code === null ? null : (
            <div className="small">
              <ProblemLink code={code} />
            </div>
          )}
        </>
      ),
    },
    {
      title: t('key'),
      cell: ({ key }) => (
        <div className="request-key">
          {key.name === null ? t('removedKey') : <bdi>{key.name}</bdi>}
        </div>
      ),
    },
    {
      title: t('duration'),
      cell: ({ durationMs }) => <span className="duration">{format.duration(durationMs)}</span>,
    },
    {
      title: t('time'),
      cell: ({ occurredAt }) => <time dateTime={occurredAt}>{format.dateTime(occurredAt)}</time>,
    },
  ];
  return <ListedTable {...props} keyOf={({ entryId }) => entryId} columns={columns} />;
}
