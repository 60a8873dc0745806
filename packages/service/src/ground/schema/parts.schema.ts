// Parts of many schemas.
import { type TSchema, Type } from 'typebox';

export const guidPattern = '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** A user ID or an e-mail address, as directory/person-reference.ts reads it. */
export const personPattern =
  '^(?:[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[^\\s@\\p{Cc}]{1,64}@[^\\s@\\p{Cc}.][^\\s@\\p{Cc}]*)$';

export const exact = { additionalProperties: false } as const;

export const nullable = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

/** A Date in the record, ISO 8601 in the answer. */
export const moment = (description?: string) =>
  Type.Unsafe<Date | string>(
    Type.String({ format: 'date-time', ...(description !== undefined && { description }) }),
  );
export const nullableMoment = (description: string) => nullable(moment(), description);

export const TeamParams = Type.Object({
  teamId: Type.String({
    pattern: guidPattern,
    description: 'Identifier of the team.',
    'x-fault': 'must be a GUID; GET /teams?mailNickName= finds a group by its alias',
  }),
});

// The topics of messages to administrators, each of which an administrator may mute.
export const noticeTopics = [
  /** An endpoint for events fails, works again, or was turned off. */
  'webhooks',
  /** The credential of the connection to the directory ends. */
  'connection',
  /** Many people left at once. */
  'departures',
] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

// The states of a review, which its events name as well.
export const reviewStates = ['requested', 'open', 'completed', 'lapsed', 'withdrawn'] as const;
export type ReviewState = (typeof reviewStates)[number];

/** The place of an entry of the audit log. */
export const EntryProofResponse = Type.Union(
  [
    Type.Object(
      {
        position: Type.Integer({ description: 'Place of the entry in the hash chain.' }),
        hash: Type.String({ description: 'Hash of the entry in the chain, in hexadecimal.' }),
        isIntact: Type.Boolean({
          description: 'Whether the entry and the hash before it give this hash.',
        }),
      },
      exact,
    ),
    Type.Null(),
  ],
  { description: 'Null until the entry is in the chain, which takes about a second.' },
);

/** A keyword of a text beside its pattern: the names of the list. */
export const knownNames = 'x-known';

/**
 * A name out of a long list that may grow, such as the code of a problem. Another one selects nothing, so it is refused with
 * the name that was probably meant.
 * @param fault what the value must be, with an example: the list is too long for a sentence
 */
export function knownNameSchema(names: readonly string[], fault: string, description: string) {
  const escaped = names.map((name) => name.replaceAll('.', String.raw`\.`));
  return Type.String({
    maxLength: 100,
    pattern: `^(?:${escaped.join('|')})$`,
    description,
    'x-fault': fault,
    [knownNames]: names,
  });
}

/** One or several names out of a short list, separated by commas. */
export function namesSchema(names: readonly string[], description: string) {
  const one = `(?:${names.join('|')})`;
  return Type.String({
    maxLength: 400,
    pattern: `^${one}(?:,${one})*$`,
    description,
    'x-fault': `must be one of ${names.join(', ')}, or several of them separated by commas`,
    [knownNames]: names,
  });
}
