// Checks bodies with long lists entry by entry, so that no other request waits for it. A body that is wrong is checked as any
// other, which ends early: no more wrong entries are looked for than an answer lists, and a few more.
import { forEachInTurns, type Rest } from '../ground/turns.ts';
import type { ValidatorCompiler } from './validation.ts';

interface ObjectSchema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, { readonly type?: string; items?: unknown }>>;
}

/** The parts of an object's schema that are checked apart. */
interface Parts {
  readonly isFrame: (body: unknown) => boolean;
  readonly isEntry: (entry: unknown) => boolean;
}

const longList = 1_000;

/** The type that Fastify gives to promises that it handles. */
type AwaitedByFastify = Promise<void> & { readonly __linterBrands: 'SafePromiseLike' };

/**
 * @param compile the checks of one turn
 * @param sharedSchemas those that others refer to by `$id`; asked for when the first long list is checked
 */
export function validateInTurns(
  compile: ValidatorCompiler,
  sharedSchemas: () => Readonly<Record<string, unknown>>,
  rest: Rest,
) {
  return (route: { readonly schema: unknown; readonly httpPart?: string }) => {
    const check = compile(route);
    if (route.httpPart !== 'body') return check;
    const partsOf = new Map<string, Parts | undefined>();

    function compileParts(name: string): Parts | undefined {
      const { $ref = '' } = route.schema as ObjectSchema;
      const schema = (sharedSchemas()[$ref] ?? route.schema) as ObjectSchema;
      const { properties = {} } = schema;
      const { items, ...list } = properties[name] ?? {};
      if (items === undefined || list.type !== 'array') return undefined;
      const { $id: _, ...frame } = schema as ObjectSchema & { readonly $id?: string };
      const isFrame = compile({
        schema: { ...frame, properties: { ...properties, [name]: list } },
      });
      const isEntry = compile({ schema: items });
      return {
        isFrame: (body) => isFrame(body) === true,
        isEntry: (entry) => isEntry(entry) === true,
      };
    }

    async function checkInTurns(
      body: object,
      list: readonly unknown[],
      { isFrame, isEntry }: Parts,
    ) {
      let isSound = isFrame(body);
      await forEachInTurns(list, rest, (entry) => {
        isSound &&= isEntry(entry);
      });
      if (isSound) return;
      const checked = check(body);
      if (checked !== true) throw checked.error;
    }

    return (body: unknown) => {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return check(body);
      for (const [name, list] of Object.entries(body)) {
        if (!Array.isArray(list) || list.length < longList) continue;
        if (!partsOf.has(name)) partsOf.set(name, compileParts(name));
        const parts = partsOf.get(name);
        if (parts !== undefined) return checkInTurns(body, list, parts) as AwaitedByFastify;
      }
      return check(body);
    };
  };
}
