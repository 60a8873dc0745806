// The progress of a creation as it is printed outside of a terminal.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import type { TeamStatus } from '@groupwright/client';
import { createPaint } from './paint.ts';
import { createStatusPrinter, statusText } from './status-text.ts';

const waiting: TeamStatus = {
  teamId: 't-1',
  status: 'awaiting_approval',
  statusUrl: 'https://groups.example.org/teams/t-1/status',
  createdAt: '2026-11-17T09:00:00.000Z',
  updatedAt: '2026-11-17T09:00:00.000Z',
  completedAt: null,
  steps: [],
  error: null,
  warnings: [],
  version: 1,
};

describe('a creation that waits for approval', () => {
  const stdout = new PassThrough() as unknown as NodeJS.WriteStream;
  const paint = createPaint(stdout);
  const printed: unknown[] = [];
  const output = { stdout, paint, print: (value: unknown) => void printed.push(value) };

  it('says so to people, once while it waits', () => {
    assert.equal(statusText(paint, waiting), 'waits for approval  t-1');
    const printer = createStatusPrinter({ ...output, json: false });
    printer.print(waiting);
    printer.print({ ...waiting, updatedAt: '2026-11-17T10:00:00.000Z' });
    assert.equal(String(stdout.read()), 'waits for approval  t-1\n');
  });

  it('keeps its status in JSON, where each change is wanted', () => {
    createStatusPrinter({ ...output, json: true }).print(waiting);
    assert.deepEqual(printed, []);
    createStatusPrinter({ ...output, json: true }, { each: true }).print(waiting);
    assert.deepEqual(printed, [waiting]);
  });
});
