// The report on a connection whose suite answers with an error, or not at all.
import { type ConnectionReport, connectionTestCodes } from './connection-report.ts';
import type { DirectoryError } from './directory.ts';

export function failedTest({ code, signInReason, message }: DirectoryError): ConnectionReport {
  return {
    ...noResult,
    code: connectionTestCodes.find((one) => one === (signInReason ?? code)) ?? 'failed',
    detail: message,
    missing: code === 'permission_missing' ? [message] : [],
  };
}

export function unansweredTest(seconds: number): ConnectionReport {
  const detail = `The directory did not answer within ${seconds} seconds.`;
  return { ...noResult, code: 'no_answer', detail };
}

const noResult = {
  ok: false,
  missing: [],
  permissions: null,
  notes: [],
} as const;
