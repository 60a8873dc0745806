/** Why the service or a command cannot start: a sentence for the operator that names the way out. */
export class StartError extends Error {
  /** Another start meets the same, unless a setting or a file changes first. */
  readonly isLasting: boolean;

  constructor(message: string, options: { cause?: unknown; isLasting?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.isLasting = options.isLasting ?? true;
  }
}
