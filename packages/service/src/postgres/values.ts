// Conversion of the server's values: int8 becomes a number, timestamps without a zone are UTC.
import type { CustomTypesConfig, types } from 'pg';

type Types = typeof types;
type Parser = (text: string) => unknown;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`the database contains ${text}, which is beyond the safe integers`);
  }
  return value;
}

// Numbers of types, from the server's pg_type.
const int8 = 20;
const int8Array = 1016;
const textArray = 1009;
const date = 1082;
const timestamp = 1114;
const timestamptz = 1184;

/** The driver's own parsers, but for the types named above; a date stays text. */
export function parserOfValues(driver: Types): CustomTypesConfig['getTypeParser'] {
  const driverParser = driver.getTypeParser as (type: number, format?: string) => Parser;
  const parseTextArray = driverParser(textArray) as (text: string) => (string | null)[];
  const parseInstant = driverParser(timestamptz);
  const own = new Map<number, Parser>([
    [int8, safeInteger],
    [
      int8Array,
      (text) => parseTextArray(text).map((item) => (item === null ? null : safeInteger(item))),
    ],
    [date, (text) => text],
    [timestamp, (text) => parseInstant(`${text}+00`)],
  ]);
  return (type: number, format?: string) =>
    (format === 'binary' ? undefined : own.get(type)) ?? driverParser(type, format);
}
