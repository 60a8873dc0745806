// A state as a coloured word with a sign, so that colour is never the only signal.

const kinds: Readonly<Record<string, { tone: string; sign: string; label?: string }>> = {
  awaiting_approval: { tone: 'warn', sign: '◷', label: 'Waiting for approval' },
  accepted: { tone: 'quiet', sign: '○', label: 'Queued' },
  running: { tone: 'info', sign: '◔', label: 'Running' },
  succeeded: { tone: 'good', sign: '✓', label: 'Succeeded' },
  failed: { tone: 'bad', sign: '✕', label: 'Failed' },
  cancelled: { tone: 'quiet', sign: '–', label: 'Cancelled' },
  being_created: { tone: 'info', sign: '◔', label: 'Being created' },
  archived: { tone: 'quiet', sign: '▤', label: 'Archived' },
  deleted: { tone: 'quiet', sign: '–', label: 'Deleted' },
  gone: { tone: 'warn', sign: '!', label: 'Missing' },
  active: { tone: 'good', sign: '✓', label: 'Active' },
  held: { tone: 'good', sign: '✓', label: 'Held' },
  shaky: { tone: 'warn', sign: '◷', label: 'Grace period' },
  deputy_vacant: { tone: 'warn', sign: '!', label: 'No deputy' },
  vacant: { tone: 'bad', sign: '✕', label: 'Nobody responsible' },
  on_hold: { tone: 'info', sign: '‖', label: 'On hold' },
  expired: { tone: 'warn', sign: '!', label: 'Expired' },
  revoked: { tone: 'bad', sign: '✕', label: 'Revoked' },
  failing: { tone: 'warn', sign: '!', label: 'Failing' },
  queued: { tone: 'quiet', sign: '○', label: 'Queued' },
  delivered: { tone: 'good', sign: '✓', label: 'Delivered' },
  pending: { tone: 'quiet', sign: '○', label: 'Pending' },
  waiting: { tone: 'warn', sign: '◷', label: 'Retrying' },
  skipped: { tone: 'quiet', sign: '–', label: 'Skipped' },
  sent: { tone: 'good', sign: '✓', label: 'Sent' },
  refused: { tone: 'bad', sign: '✕', label: 'Refused' },
  dropped: { tone: 'quiet', sign: '–', label: 'Dropped' },
  open: { tone: 'info', sign: '○', label: 'Open' },
  done: { tone: 'good', sign: '✓', label: 'Decided' },
  lapsed: { tone: 'warn', sign: '!', label: 'Lapsed' },
  withdrawn: { tone: 'quiet', sign: '–', label: 'Withdrawn' },
  enabled: { tone: 'good', sign: '✓', label: 'Enabled' },
  disabled: { tone: 'quiet', sign: '–', label: 'Disabled' },
};

export function statusLabel(status: string): string {
  return kinds[status]?.label ?? status;
}

export function Status({ status }: { status: string }) {
  const { tone, sign } = kinds[status] ?? { tone: 'quiet', sign: '○' };
  return (
    <span className={`status ${tone}`}>
      <span aria-hidden="true" className="status-sign">
        {sign}
      </span>
      {statusLabel(status)}
    </span>
  );
}
