import { Button } from '@fluentui/react-button';

/** Shows the range of visible items, with buttons to the previous and next page. */
export function Pager({
  offset,
  limit,
  shown,
  total,
  go,
}: {
  offset: number;
  limit: number;
  shown: number;
  total: number;
  go: (offset: number) => void;
}) {
  return (
    <div className="list-foot">
      <span aria-live="polite">
        {total === 0
          ? 'None'
          : `${(offset + 1).toLocaleString('en')} to ${(offset + shown).toLocaleString('en')} of ${total.toLocaleString('en')}`}
      </span>
      {total <= limit ? null : (
        <span className="row">
          <Button
            size="small"
            disabled={offset === 0}
            onClick={() => go(Math.max(0, offset - limit))}
          >
            Back
          </Button>
          <Button
            size="small"
            disabled={offset + shown >= total}
            onClick={() => go(offset + limit)}
          >
            Next
          </Button>
        </span>
      )}
    </div>
  );
}
