import { Link } from 'react-router';
import { Card, Empty, Page } from '../components/layout.tsx';

export function NotFoundPage() {
  return (
    <Page title="Not found">
      <Card>
        <Empty title="Page not found">
          <Link to="/">Go to the overview</Link>
        </Empty>
      </Card>
    </Page>
  );
}
