// A plan as text, in colour where it goes to a terminal.
import { styleText } from 'node:util';
import type { MemberChange } from './member-changes.ts';
import type { Diff } from './diff.ts';
import type { PendingChange } from './pending-change.ts';

type Style = 'green' | 'yellow' | 'red' | 'dim' | 'bold';
const styles = { create: 'green', change: 'yellow', delete: 'red' } as const;
const signs = { create: '+', change: '~', delete: '-' } as const;

/** @param stream where the text goes: colours only when it shows them */
export function formatDiff(diff: Diff, stream: NodeJS.WritableStream): string {
  const paint = (style: Style, text: string) => styleText(style, text, { stream });
  const lines = diff.changes.flatMap((change) => [
    paint(styles[change.kind], `${signs[change.kind]} ${change.what}`),
    ...change.members.map((member) => `    ${formatMember(change, member)}`),
  ]);
  for (const what of diff.unmanaged) {
    lines.push(
      paint('dim', `  ${what} is not in the file and stays unchanged (--prune deletes it)`),
    );
  }
  if (lines.length > 0) lines.push('');
  if (diff.changes.length === 0) {
    lines.push(`Nothing to change: tenant ${diff.tenantId} matches the file.`);
  } else {
    const count = (kind: PendingChange['kind']) =>
      diff.changes.filter((change) => change.kind === kind).length;
    lines.push(
      paint(
        'bold',
        `${count('create')} to create, ${count('change')} to change, ${count('delete')} to delete.`,
      ),
    );
  }
  return lines.join('\n');
}

function formatMember({ kind }: PendingChange, { member, before, after }: MemberChange): string {
  const values = kind === 'create' ? format(after) : `${format(before)} → ${format(after)}`;
  return `${member}: ${values}`;
}

function format(value: unknown): string {
  return value === undefined ? '(none)' : JSON.stringify(value);
}
