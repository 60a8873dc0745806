// The process of a command.
import type { OutputStream } from '../output/output-stream.ts';
import type { Environment } from './credentials.ts';

export interface Terminal {
  readonly stdin: NodeJS.ReadableStream & Partial<Pick<NodeJS.ReadStream, 'isTTY'>>;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Environment;
  /** Where relative paths begin. */
  readonly directory: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

export interface CommandLine extends Terminal {
  /** Decides the exit code of a command that was carried out; 0 when it is not called. */
  endWith(this: void, exitCode: number): void;
}
