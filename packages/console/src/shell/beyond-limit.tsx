// In place of a page that concerns the whole tenant, for administrators who are limited to organisations. The service
// refuses them what is on it.
import { MessageBar, MessageBarBody } from '../components/message-bar.tsx';
import { Page } from '../components/layout.tsx';
import { refusals } from '../messages/refusals.ts';
import { shell } from '../messages/shell.ts';
import { useMessages } from '../messages/use-messages.ts';
import type { SectionName } from './sections.ts';

export function BeyondLimitPage({ section }: { section: SectionName }) {
  const t = useMessages(shell);
  const r = useMessages(refusals);
  return (
    <Page title={t(`section.${section}`)}>
      <MessageBar intent="warning">
        <MessageBarBody>{r('beyondLimit')}</MessageBarBody>
      </MessageBar>
    </Page>
  );
}
