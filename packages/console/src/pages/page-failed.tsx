// Shown in place of a page whose script did not load or that threw an error. The navigation beside it keeps working.
import { Button } from '@fluentui/react-button';
import { useEffect, useSyncExternalStore } from 'react';
import { reachability } from '../api/reachability.ts';
import { Card, Empty, Page } from '../components/layout.tsx';
import { useSending } from '../components/use-sending.ts';
import { common } from '../messages/common.ts';
import { shell } from '../messages/shell.ts';
import { useMessages } from '../messages/use-messages.ts';
import { fetchPage } from '../api/update.ts';

export function PageFailed() {
  const t = useMessages(shell);
  const words = useMessages(common);
  // A script that did not load may be the first sign that the service cannot be reached.
  useEffect(() => {
    void reachability.probe();
    return reachability.onReturn(() => location.reload());
  }, []);
  const isReachable =
    useSyncExternalStore(reachability.subscribe, reachability.state) === 'reachable';
  const retry = useSending({
    async send() {
      if ((await fetchPage()) === undefined) throw new Error(t('failed.noAnswer'));
      location.reload();
    },
  });
  return (
    <Page title={t('failed.title')}>
      <Card>
        <Empty title={t('failed.heading')}>{t(isReachable ? 'failed.text' : 'failed.lost')}</Empty>
        <div className="retry">
          {retry.error === null ? null : <p role="alert">{retry.error.message}</p>}
          <Button
            appearance="primary"
            disabledFocusable={retry.isPending}
            onClick={() => retry.submit()}
          >
            {words(retry.isPending ? 'loading' : 'tryAgain')}
          </Button>
        </div>
      </Card>
    </Page>
  );
}

/** The same, if the error leaves nothing else to show. */
export function AppFailed() {
  return (
    <main className="door">
      <PageFailed />
    </main>
  );
}
