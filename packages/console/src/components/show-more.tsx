import { Button } from '@fluentui/react-button';

/** The foot of a list that is loaded page by page. */
export function ShowMore({
  shown,
  query,
}: {
  shown: number;
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}) {
  return (
    <div className="list-foot">
      <span role="status">{shown.toLocaleString('en')} shown</span>
      {query.hasNextPage ? (
        <Button
          size="small"
          disabledFocusable={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? 'Loading…' : 'Show more'}
        </Button>
      ) : null}
    </div>
  );
}
