// The result of a connection test.
import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-message-bar';
import type { ConnectionTestResponse } from '../api/types.ts';
import { formatDuration } from '../components/time.tsx';

export function TestReport({ report }: { report: ConnectionTestResponse }) {
  return (
    <MessageBar intent={report.ok ? 'success' : 'error'} layout="multiline" role="status">
      <MessageBarBody>
        <MessageBarTitle>
          {report.ok ? 'The connection works.' : 'The connection failed.'}
        </MessageBarTitle>{' '}
        {report.detail} <span className="muted">({formatDuration(report.durationMs)})</span>
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
