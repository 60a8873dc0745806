import { Button } from '@fluentui/react-button';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';

/** The foot of a list that is loaded page by page. */
export function ShowMore({
  shown,
  query,
}: {
  shown: number;
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}) {
  const t = useMessages(common);
  return (
    <div className="list-foot">
      <span role="status">{t('shown', { count: shown })}</span>
      {query.hasNextPage ? (
        <Button
          size="small"
          disabledFocusable={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t(query.isFetchingNextPage ? 'loading' : 'showMore')}
        </Button>
      ) : null}
    </div>
  );
}
