// The process of a command: where it reads settings and where it prints.

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  /** Ends the command, as Ctrl-C does. */
  readonly signal: AbortSignal;
}

/** A text, or one with colours where its stream shows them. */
export type Text = string | ((stream: NodeJS.WritableStream) => string);

/** The text as the stream shows it. */
export function textFor(stream: NodeJS.WritableStream, text: Text): string {
  return typeof text === 'string' ? text : text(stream);
}

/** Prints lines and ends them. */
export function print(stream: NodeJS.WritableStream, text: Text): void {
  stream.write(`${textFor(stream, text)}\n`);
}
