import { Button } from '@fluentui/react-button';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';

/** Shows the range of visible items, with buttons to the previous and next page. */
export function Pager({
  offset,
  first,
  limit,
  shown,
  total,
  go,
}: {
  offset: number;
  /** The offset of the items that are visible until those at `offset` are there. */
  first: number;
  limit: number;
  shown: number;
  total: number;
  go: (offset: number) => void;
}) {
  const t = useMessages(common);
  return (
    <div className="list-foot">
      <span aria-live="polite">
        {total === 0 ? t('none') : t('range', { first: first + 1, last: first + shown, total })}
      </span>
      {total <= limit ? null : (
        <span className="row">
          <Button
            size="small"
            disabledFocusable={offset === 0}
            onClick={() => go(Math.max(0, offset - limit))}
          >
            {t('previous')}
          </Button>
          <Button
            size="small"
            disabledFocusable={offset + limit >= total}
            onClick={() => go(offset + limit)}
          >
            {t('next')}
          </Button>
        </span>
      )}
    </div>
  );
}
