// Array keywords for the check that collects faults. Ajv's own create an error for each wrong entry,
// however many there are. These describe the first wrong entries, count the next ones, and stop there.
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { guidPattern } from '../ground/schema/parts.schema.ts';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';

const keyword = 'items';
/** Approximate maximum of Ajv errors behind one reported fault. */
const errorsOfFault = 4;
/** Counting wrong entries ends here. */
const maxCounted = 3000;

interface ArrayErrors {
  readonly ofEntries: readonly ErrorObject[];
  readonly undescribed: number;
}

/**
 * @param options.most wrong entries of an array that are described
 * @param options.compileQuick compiles a check that stops at the first fault
 */
export function addBoundedArrays(
  ajv: Ajv,
  options: { readonly most: number; readonly compileQuick: (schema: object) => ValidateFunction },
): void {
  const { most, compileQuick } = options;
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword,
    type: 'array',
    schemaType: 'object',
    errors: true,
    compile(schema: object) {
      let isValid: ValidateFunction | undefined;
      let findFaults: ValidateFunction | undefined;

      const check: DataValidateFunction = (entries: readonly unknown[], context) => {
        isValid ??= compileQuick(schema);
        const ofEntries: ErrorObject[] = [];
        let wrong = 0;
        let described = 0;
        for (let index = 0; index < entries.length && wrong < maxCounted; index++) {
          if (isValid(entries[index])) continue;
          wrong++;
          if (described === most || ofEntries.length >= most * errorsOfFault) continue;
          described++;
          findFaults ??= ajv.compile(schema);
          findFaults(entries[index], {
            ...(context as Required<NonNullable<typeof context>>),
            instancePath: `${context?.instancePath ?? ''}/${index}`,
          });
          ofEntries.push(...(findFaults.errors ?? []));
        }
        if (wrong === 0) return true;
        // One error: Ajv writes the place of the array into what a keyword gives it.
        const params: ArrayErrors = { ofEntries, undescribed: wrong - described };
        check.errors = [{ keyword, params }];
        return false;
      };
      return check;
    },
  });
}

/** Ajv's errors with those of entries in the place of their arrays. */
export function expandArrays(errors: readonly ErrorObject[]): {
  errors: readonly ErrorObject[];
  /** Wrong entries that no error describes. */
  undescribed: number;
} {
  const expanded: ErrorObject[] = [];
  let undescribed = 0;
  const visit = (all: readonly ErrorObject[], above: string): void => {
    for (const error of all) {
      const schemaPath = error.schemaPath.replace(/^#/, above);
      if (error.keyword === keyword) {
        const params = error.params as unknown as ArrayErrors;
        undescribed += params.undescribed;
        visit(params.ofEntries, schemaPath);
      } else expanded.push(schemaPath === error.schemaPath ? error : { ...error, schemaPath });
    }
  };
  visit(errors, '#');
  return { errors: expanded, undescribed };
}

const guid = new RegExp(guidPattern);

/** Ids in GUID form are the same in either case. */
function sameEntry(entry: unknown): string {
  return typeof entry === 'string' && guid.test(entry)
    ? entry.toLowerCase()
    : JSON.stringify(entry);
}

/** Compares entries by a set. Ajv's own compares every pair where it cannot tell the type of the entries. */
export function addQuickUniqueItems(ajv: Ajv): void {
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isAsked: boolean, entries: readonly unknown[]) =>
      !isAsked || new Set(entries.map(sameEntry)).size === entries.length,
  });
}
