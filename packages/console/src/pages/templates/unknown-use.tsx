// A note in the editor of a template whose policy goes by the use of groups.
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { MessageBar, MessageBarBody, MessageBarTitle } from '../../components/message-bar.tsx';
import { findings } from '../../messages/findings.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';

/** Reports that say nothing about the use of groups, and what an administrator can do about it. */
export function UnknownUse() {
  const t = useMessages(findings);
  const format = useFormat();
  const { data } = useQuery({
    queryKey: ['directory', 'reconciliation'],
    queryFn: ({ signal }) => api.get('/directory/reconciliation', { signal }),
  });
  const first = data?.usage.find(({ state }) => state !== 'complete');
  if (first === undefined || first.state === 'complete') return null;
  const { state, reportOn } = first;
  return (
    <MessageBar intent="info">
      <MessageBarBody>
        <MessageBarTitle>{t('usage.title')}</MessageBarTitle>{' '}
        {t(`usage.${state}`, { date: reportOn === null ? '' : format.date(reportOn) })}
      </MessageBarBody>
    </MessageBar>
  );
}
