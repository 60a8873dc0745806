/** The standard output or the standard error, which may be a terminal. */
export type OutputStream = NodeJS.WritableStream &
  Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;
