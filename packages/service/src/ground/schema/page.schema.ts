// The answer of a list: its items, and the address of the next page.
import { Type, type TSchema } from 'typebox';

export const nextLink = Type.Optional(
  Type.String({
    format: 'uri',
    description: 'Address of the next page. Absent on the last page.',
  }),
);

export function pageSchema<Item extends TSchema>(item: Item, $id: string) {
  return Type.Object({ items: Type.Array(item), nextLink }, { $id, additionalProperties: false });
}

/** A list that is counted. */
export function countedPageSchema<Item extends TSchema>(item: Item, $id?: string) {
  return Type.Object(
    {
      items: Type.Array(item),
      total: Type.Integer({ description: 'Number of items on all pages.' }),
      nextLink,
    },
    { additionalProperties: false, ...($id !== undefined && { $id }) },
  );
}
