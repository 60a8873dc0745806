// Files with `%NAME%` where the release fills something in.
import { readFileSync } from 'node:fs';

export function readTemplate(path: string, values: Readonly<Record<string, string>>): string {
  return readFileSync(path, 'utf8').replaceAll(/%([A-Z_]{3,})%/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${path} has %${name}%, which has no value.`);
    return value;
  });
}
