// The shared schemas that a schema needs: of more than a hundred, most need none or a few.

type Schemas = Readonly<Record<string, unknown>>;

/**
 * @param schema also with schemas in it that are shared ones themselves
 * @param shared those that others refer to by `$id`
 * @returns by `$id`, each after those that it refers to
 */
export function referredSchemas(schema: unknown, shared: Schemas): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const entered = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, member] of Object.entries(node)) {
      if (typeof member !== 'string') visit(member);
      else if (name === '$ref' || name === '$id') enter(member);
    }
  };
  const enter = (id: string): void => {
    if (entered.has(id) || !Object.hasOwn(shared, id)) return;
    entered.add(id);
    visit(shared[id]);
    found.set(id, shared[id]);
  };
  visit(schema);
  return found;
}
