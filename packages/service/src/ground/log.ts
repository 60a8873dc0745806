// The service's log: one JSON object a line, or text for people, written behind the event loop and flushed at exit.
import { pino, type DestinationStream, type Logger } from 'pino';
import { createLogDestination } from './log-destination.ts';
import { createLogText } from './log-text.ts';

export type Log = Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logFormats = ['json', 'text'] as const;
export type LogFormat = (typeof logFormats)[number];

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
  'directUrl',
];

/**
 * Writes JSON.
 * @param options.write where lines go; standard output unless another destination is given
 * @param options.base members of every line
 */
export function createLog(
  level: LogLevel,
  options: Partial<DestinationStream> & { base?: Readonly<Record<string, string>> } = {},
): Log {
  const { write, base = null } = options;
  return pino(
    {
      level,
      base,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: redactedMembers.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
    },
    write === undefined ? createLogDestination(process.stdout.fd) : { write },
  );
}

/** It belongs to a stream of Node: a terminal, file or pipe. */
interface LogOutput {
  readonly fd: number;
  readonly isTTY?: boolean;
  hasColors(): boolean;
}

/**
 * The log of the process that people start: text on a terminal and JSON elsewhere, unless a format is chosen. Colours
 * are for terminals that have them, and follow NO_COLOR (https://no-color.org).
 */
export function createMainLog(
  level: LogLevel,
  format: LogFormat | undefined,
  output: LogOutput,
): Log {
  const { isTTY: isTerminal = false } = output;
  const isText = (format ?? (isTerminal ? 'text' : 'json')) === 'text';
  const toText = isText
    ? createLogText({ hasColours: isTerminal && output.hasColors() })
    : undefined;
  return createLog(level, createLogDestination(output.fd, toText));
}

/** Writes a line of the level info that is already JSON, and skips what pino does to an object. */
export type WriteLine = (line: string) => void;

/**
 * For the one line that every request writes: pino's redaction alone would cost more than all the
 * rest of a read. Undefined when the level does not let the line pass.
 */
export function createLineWriter(log: Log): WriteLine | undefined {
  return log.isLevelEnabled('info') ? linesTo(log) : undefined;
}

/** Writes whole lines where the log's lines go, whatever its level. */
export function linesTo(log: Log): (lines: string) => void {
  const stream = (log as unknown as Record<symbol, DestinationStream>)[pino.symbols.streamSym];
  if (stream === undefined) throw new Error('The log has no stream.');
  return (lines) => stream.write(lines);
}
