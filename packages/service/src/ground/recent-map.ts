// A map of bounded size that keeps what was used recently, in two generations: the older one is dropped when the newer
// one is full.

export interface RecentMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** @param maxEntries of one generation */
export function createRecentMap<Value>(maxEntries: number): RecentMap<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();

  function set(key: string, value: Value): void {
    if (young.size >= maxEntries && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  }

  return {
    get(key) {
      let value = young.get(key);
      if (value === undefined) {
        value = old.get(key);
        if (value !== undefined) set(key, value);
      }
      return value;
    },
    set,
  };
}
