// Why the database cannot be used at start-up: a sentence for the operator that names the way out.
export class DatabaseStartError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'DatabaseStartError';
  }
}
