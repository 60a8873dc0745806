/** Why the service or a command cannot start: a sentence for the operator that names the way out. */
export class StartError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = new.target.name;
  }
}
