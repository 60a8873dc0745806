// The service's log: one JSON object a line, written behind the event loop and flushed at exit.
import { pino, type DestinationStream, type Logger } from 'pino';
import { createLogDestination } from './log-destination.ts';

export type Log = Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

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
    destination ?? createLogDestination(process.stdout.fd),
  );
}

/** Writes a line of the level info that is already JSON, and skips what pino does to an object. */
export type WriteLine = (line: string) => void;

/**
 * For the one line that every request writes: pino's redaction alone would cost more than all the
 * rest of a read. Undefined when the level does not let the line pass.
 */
export function createLineWriter(log: Log): WriteLine | undefined {
  if (!log.isLevelEnabled('info')) return undefined;
  const stream = (log as unknown as Record<symbol, DestinationStream>)[pino.symbols.streamSym];
  if (stream === undefined) throw new Error('The log has no stream.');
  return (line) => stream.write(line);
}
