// The state of a creation or an operation for people: its steps, and what went wrong.
import { stripVTControlCharacters } from 'node:util';
import { isFinal, type Operation, type TeamStatus } from '@groupwright/client';
import type { OutputStream } from './output-stream.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';

const marks: Readonly<Record<string, string>> = {
  succeeded: '✔',
  failed: '✖',
  running: '▸',
  waiting: '…',
  skipped: '-',
};

type Followed = TeamStatus | Operation;

export function statusText(paint: Paint, status: Followed): string {
  return [
    `${paint.status(status.status)}  ${subjectOf(status)}`,
    ...stepLines(paint, status),
    ...endLines(paint, status),
  ].join('\n');
}

function subjectOf(status: Followed): string {
  return 'operationId' in status ? `${status.kind}  ${status.operationId}` : status.teamId;
}

function stepLines(paint: Paint, { steps }: Followed): string[] {
  return steps.map((step) => {
    const mark = marks[step.status] ?? ' ';
    const attempts = step.attempts > 1 ? `, attempt ${step.attempts}` : '';
    const detail = step.detail === null ? '' : `: ${step.detail}`;
    const line = `  ${mark} ${step.name}${attempts}${detail}`;
    return step.status === 'pending' || step.status === 'skipped' ? paint.faint(line) : line;
  });
}

function endLines(paint: Paint, { warnings, status, createdAt, completedAt }: Followed): string[] {
  const lines = warnings.map(({ detail }) => paint.warn(`  ! ${detail}`));
  if (completedAt !== null && status === 'succeeded') {
    const seconds = (Date.parse(completedAt) - Date.parse(createdAt)) / 1000;
    lines.push(paint.faint(`  done in ${seconds.toFixed(1)} s`));
  }
  return lines;
}

/** Cut to the width of the terminal: a line that wraps would make the block taller than it counts. */
function fit(line: string, columns = Infinity): string {
  const plain = stripVTControlCharacters(line);
  return plain.length <= columns ? line : `${plain.slice(0, columns - 1)}…`;
}

export interface StatusOutput {
  readonly stdout: OutputStream;
  readonly json: boolean;
  readonly paint: Paint;
  /** Prints the value for machines. */
  print(this: void, value: unknown, forPeople: () => string): void;
}

export interface StatusPrinter {
  print(status: Followed): void;
}

/**
 * On a terminal one block that redraws itself; elsewhere a line for each step that changed. Machines get the last status
 * as one value, or with `each` every change as a line.
 */
export function createStatusPrinter(
  { stdout, json, paint, print }: StatusOutput,
  { each = false }: { readonly each?: boolean } = {},
): StatusPrinter {
  if (json) {
    return {
      print(status) {
        if (each || isFinal(status)) print(status, () => '');
      },
    };
  }
  let height = 0;
  const seen = new Set<string>();
  return {
    print(status) {
      if (stdout.isTTY) {
        const up = height === 0 ? '' : `\u001B[${height}A\u001B[J`;
        const lines = printable(statusText(paint, status)).split('\n');
        height = lines.length;
        stdout.write(up + lines.map((line) => `${fit(line, stdout.columns)}\n`).join(''));
        return;
      }
      const lines = [
        ...stepLines(paint, {
          ...status,
          steps: status.steps.filter(({ status: s }) => s !== 'pending'),
        }),
        ...endLines(paint, status),
        `${paint.status(status.status)}  ${subjectOf(status)}`,
      ];
      for (const line of lines) {
        if (!seen.has(line)) stdout.write(`${printable(line)}\n`);
        seen.add(line);
      }
    },
  };
}
