// Shown in place of a page whose script did not load or that threw an error. The navigation beside it keeps working.
import { Button } from '@fluentui/react-button';
import { Card, Empty, Page } from '../components/layout.tsx';
import { useSending } from '../components/use-sending.ts';
import { fetchPage } from '../api/update.ts';

export function PageFailed() {
  const retry = useSending({
    async send() {
      if ((await fetchPage()) === undefined) throw new Error('The service does not respond.');
      location.reload();
    },
  });
  return (
    <Page title="Couldn’t show this page">
      <Card>
        <Empty title="Something went wrong while loading the page">
          Nothing was changed. Try again. If it fails again, report it to your operator.
        </Empty>
        <div className="retry">
          {retry.error === null ? null : <p role="alert">{retry.error.message}</p>}
          <Button
            appearance="primary"
            disabledFocusable={retry.isPending}
            onClick={() => retry.submit()}
          >
            {retry.isPending ? 'Loading…' : 'Try again'}
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
