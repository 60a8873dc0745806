// A state as a coloured word with a sign, so that colour is never the only signal.
import { statuses } from '../messages/statuses.ts';
import { labelOf, messagesOf, useMessages } from '../messages/use-messages.ts';

const kinds: Readonly<Record<string, { tone: string; sign: string }>> = {
  awaiting_approval: { tone: 'warn', sign: '◷' },
  accepted: { tone: 'quiet', sign: '○' },
  running: { tone: 'info', sign: '◔' },
  succeeded: { tone: 'good', sign: '✓' },
  failed: { tone: 'bad', sign: '✕' },
  cancelled: { tone: 'quiet', sign: '–' },
  being_created: { tone: 'info', sign: '◔' },
  archived: { tone: 'quiet', sign: '▤' },
  deleted: { tone: 'quiet', sign: '–' },
  gone: { tone: 'warn', sign: '!' },
  active: { tone: 'good', sign: '✓' },
  held: { tone: 'good', sign: '✓' },
  shaky: { tone: 'warn', sign: '◷' },
  deputy_vacant: { tone: 'warn', sign: '!' },
  vacant: { tone: 'bad', sign: '✕' },
  on_hold: { tone: 'info', sign: '‖' },
  expired: { tone: 'warn', sign: '!' },
  revoked: { tone: 'bad', sign: '✕' },
  failing: { tone: 'warn', sign: '!' },
  queued: { tone: 'quiet', sign: '○' },
  delivered: { tone: 'good', sign: '✓' },
  pending: { tone: 'quiet', sign: '○' },
  waiting: { tone: 'warn', sign: '◷' },
  skipped: { tone: 'quiet', sign: '–' },
  sent: { tone: 'good', sign: '✓' },
  refused: { tone: 'bad', sign: '✕' },
  unchanged: { tone: 'good', sign: '✓' },
  dropped: { tone: 'quiet', sign: '–' },
  open: { tone: 'info', sign: '○' },
  requested: { tone: 'quiet', sign: '○' },
  completed: { tone: 'good', sign: '✓' },
  done: { tone: 'good', sign: '✓' },
  approved: { tone: 'good', sign: '✓' },
  rejected: { tone: 'bad', sign: '✕' },
  lapsed: { tone: 'warn', sign: '!' },
  withdrawn: { tone: 'quiet', sign: '–' },
  roster_applying: { tone: 'info', sign: '◔' },
  roster_applied: { tone: 'good', sign: '✓' },
  roster_held: { tone: 'warn', sign: '◷' },
  roster_failed: { tone: 'bad', sign: '✕' },
  enabled: { tone: 'good', sign: '✓' },
  disabled: { tone: 'quiet', sign: '–' },
};

export function statusLabel(status: string): string {
  return labelOf(messagesOf(statuses), status, status);
}

export function Status({ status }: { status: string }) {
  const t = useMessages(statuses);
  const { tone, sign } = kinds[status] ?? { tone: 'quiet', sign: '○' };
  return (
    <span className={`status ${tone}`}>
      <span aria-hidden="true" className="status-sign">
        {sign}
      </span>
      {labelOf(t, status, status)}
    </span>
  );
}
