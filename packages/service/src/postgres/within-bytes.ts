// Batches are bounded by what they weigh, too: entries of groups with many people weigh a thousand times as much as others,
// and a batch of them would hold the event loop while it is parsed.

/** About so many of JSON. A thousand entries of groups with ten people weigh less. */
const bytesOfBatch = 768 * 1024;
/** Lists of people shrink to a part of their length where they are stored compressed, which only long ones are. */
const lengthOfCompressed = 6;

/** The bytes of a column in the rows before this one, of a query whose rows come in this order. */
export const bytesBefore = (column: string, order: string) =>
  `coalesce(sum(
    case when pg_column_compression(${column}) is null then 1 else ${lengthOfCompressed} end * pg_column_size(${column})
  ) over (order by ${order} rows between unbounded preceding and 1 preceding), 0)`;

/** A condition over the rows of a query with that column: it holds for the first one at least. */
export const isWithinBatch = (bytes: string) => `${bytes} < ${bytesOfBatch}`;
