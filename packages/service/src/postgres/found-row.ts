// Conditions on rows that a statement finds by their keys.

/**
 * Such a condition, about the state of the row. No partial index serves it, so the key alone finds the row.
 *
 * By statistics of an idle service, an index of what is in progress is empty, so reading all of it looks as cheap as
 * one look-up by a key. With thousands of rows in it, each look-up read them all.
 */
export const ofFoundRow = (condition: string) => `case when ${condition} then true else false end`;
