import { Link } from 'react-router';
import { shell } from '../messages/shell.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Card, Empty, Page } from '../components/layout.tsx';

export function NotFoundPage() {
  const t = useMessages(shell);
  return (
    <Page title={t('notFound.title')}>
      <Card>
        <Empty
          title={t('notFound.heading')}
          action={<Link to="/">{t('notFound.toOverview')}</Link>}
        />
      </Card>
    </Page>
  );
}
