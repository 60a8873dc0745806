// Shown in place of a page whose script did not load or that threw an error. The navigation beside it keeps working.
import { Button } from '@fluentui/react-components';
import { Card, Empty, Page } from '../components/layout.tsx';
import { useSending } from '../components/use-sending.ts';
import { fetchPage } from '../api/update.ts';

export function PageFailed() {
  const retry = useSending({
    async send() {
      if ((await fetchPage()) === undefined) throw new Error('The service does not answer.');
      location.reload();
    },
  });
  return (
    <Page title="This page cannot be shown">
      <Card>
        <Empty title="Something went wrong while the page was loaded or drawn">
          Nothing was changed. Try again; if the error comes back, report it to the operator of the
          service.
        </Empty>
        <div className="retry">
          {retry.error === null ? null : <p role="alert">{retry.error.message}</p>}
          <Button
            appearance="primary"
            disabledFocusable={retry.isPending}
            onClick={() => retry.submit()}
          >
            {retry.isPending ? 'One moment…' : 'Try again'}
          </Button>
        </div>
      </Card>
    </Page>
  );
}

/** The same where the error leaves nothing else to show. */
export function AppFailed() {
  return (
    <main className="door">
      <PageFailed />
    </main>
  );
}
