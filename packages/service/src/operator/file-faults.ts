/** One fault of a file, with its place. Line and column count from 1. */
export interface FileFault {
  readonly line: number;
  readonly column: number;
  readonly detail: string;
}

/** A file that could not be used, with every fault at once. */
export class FileFaults extends Error {
  readonly file: string;
  readonly faults: readonly FileFault[];

  constructor(file: string, faults: readonly FileFault[]) {
    super(
      faults.map(({ line, column, detail }) => `${file}:${line}:${column}: ${detail}`).join('\n'),
    );
    this.name = 'FileFaults';
    this.file = file;
    this.faults = faults;
  }
}
