// --jq: the parts of an answer that an expression in the language of jq selects, as `jq -r` prints them.
import { createRequire } from 'node:module';
import { exitCodes } from './exit-codes.ts';
import { CommandError } from './failure.ts';

type Filter = (value: unknown) => Iterable<unknown>;

const filters = new Map<string, Filter>();

/** @throws CommandError when the expression is not valid, or does not fit the value */
export function filterJson(expression: string, value: unknown): string[] {
  try {
    let filter = filters.get(expression);
    if (filter === undefined) {
      filter = compile(expression);
      filters.set(expression, filter);
    }
    // As it is printed: without undefined members.
    const plain: unknown = JSON.parse(JSON.stringify(value ?? null));
    return [...filter(plain)].map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(exitCodes.usage, 'usage', `--jq ${expression}: ${reason}`, { cause });
  }
}

/** Loaded only here, and at once: what a command prints does not wait. */
function compile(expression: string): Filter {
  const require = createRequire(import.meta.url);
  const { default: jq } = require('@michaelhomer/jqjs') as {
    default: { compile(program: string): Filter };
  };
  return jq.compile(expression);
}
