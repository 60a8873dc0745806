// The result of a connection test.
import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-message-bar';
import type { ConnectionTestResponse } from '../api/types.ts';
import { directory as texts } from '../messages/directory.ts';
import { useFormat } from '../messages/use-format.ts';
import { useMessages } from '../messages/use-messages.ts';

export function TestReport({ report }: { report: ConnectionTestResponse }) {
  const t = useMessages(texts);
  const format = useFormat();
  return (
    <MessageBar intent={report.ok ? 'success' : 'error'} layout="multiline" role="status">
      <MessageBarBody>
        <MessageBarTitle>{t(report.ok ? 'works' : 'failed')}</MessageBarTitle> {report.detail}{' '}
        <span className="muted">({format.duration(report.durationMs)})</span>
        <Lines lines={[...report.missing, ...report.notes]} />
      </MessageBarBody>
    </MessageBar>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
