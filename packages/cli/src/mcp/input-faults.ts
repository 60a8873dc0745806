// What is wrong with the input of a tool, in the words that the service has for bodies: the model reads them, and corrects
// its call.
import { z } from 'zod';
import { nearest } from '../groups-file/nearest.ts';

/** Applies to the whole process, because the MCP library parses the inputs. */
export function describeInputFaults(): void {
  z.config({ customError: describe });
}

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0];

/** Undefined: zod's own words. */
function describe(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined
      ? 'is missing'
      : `must be ${withArticle(issue.expected)}, not ${withArticle(typeOf(issue.input))}`;
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    const meant = typeof issue.input === 'string' ? nearest(issue.input, values) : undefined;
    return `must be one of ${values.join(', ')}${hint(meant)}`;
  }
  if (issue.code === 'unrecognized_keys') {
    const known = namesOf(issue.inst);
    const unknown = issue.keys.map((name) => `${name} is unknown${hint(nearest(name, known))}`);
    const list = known.length === 0 ? 'There is no input.' : `Known: ${known.join(', ')}.`;
    return `${unknown.join('; ')}. ${list}`;
  }
  if (issue.code === 'too_big') return `must be ${String(issue.maximum)} or less`;
  if (issue.code === 'too_small') return `must be ${String(issue.minimum)} or more`;
  return undefined;
}

function hint(meant: string | undefined): string {
  return meant === undefined ? '' : ` (did you mean ${meant}?)`;
}

function namesOf(schema: unknown): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function withArticle(type: string): string {
  if (type === 'null') return type;
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}
