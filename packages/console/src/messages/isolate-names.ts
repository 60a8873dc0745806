// A name from right to left does not reorder the words of the sentence around it.
import { isolated } from '../../../service/src/ground/text.ts';

export interface Translator {
  (key: string, values?: Values, formats?: object): string;
  rich(key: string, values?: Values, formats?: object): unknown;
}
type Values = Readonly<Record<string, unknown>>;

export function withIsolates(translator: Translator): Translator {
  const translate = (key: string, values?: Values, formats?: object) =>
    translator(key, isolate(values), formats);
  return Object.assign(translate, translator, {
    rich: (key: string, values?: Values, formats?: object) =>
      translator.rich(key, isolate(values), formats),
  });
}

function isolate(values: Values = {}): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? isolated(value) : value,
    ]),
  );
}
