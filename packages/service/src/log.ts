// The service's log: one JSON object a line, written behind the event loop and flushed at exit.
import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from './config.ts';

export type Log = Logger;

/**
 * Members that must never reach a log, wherever a caller of the log may put them. Nothing should
 * pass them in the first place; this is the net below.
 */
const redactedMembers = [
  'authorization',
  'cookie',
  'secret',
  'accessToken',
  'password',
  'clientSecret',
  'client_secret',
  'databaseUrl',
];

/** @param destination where lines go; standard output unless a test listens */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: redactedMembers.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  );
}
