import { Type } from 'typebox';
import { refTo } from '../../http/schema-ref.ts';
import { CreationProblem, TeamRequestBody, TeamStatusName } from '../read/teams.schema.ts';

export const maxEntries = 1_000;

/** The description has it. Each entry is checked by itself. */
export const BulkRequestBody = Type.Array(refTo(TeamRequestBody), {
  $id: 'BulkRequest',
  description: `1 to ${maxEntries} bodies of POST /teams.`,
});

export const BulkLines = Type.String({
  description: `1 to ${maxEntries} bodies, one on each line.`,
});

export const BulkEntryResponse = Type.Object(
  {
    index: Type.Integer({ description: 'Place of the entry in the request, from 0.' }),
    status: Type.Union([TeamStatusName, Type.Null()], {
      description: 'Status of the creation. Null if the entry was refused.',
    }),
    teamId: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
    statusUrl: Type.Union([Type.String({ format: 'uri' }), Type.Null()]),
    error: Type.Union([refTo(CreationProblem), Type.Null()], {
      description:
        'The problem that POST /teams would answer, with pointers into the entry. Present if the entry was refused.',
    }),
  },
  { $id: 'BulkEntry', additionalProperties: false },
);

export const BulkResponse = Type.Object(
  {
    accepted: Type.Integer({ description: 'Number of accepted entries.' }),
    refused: Type.Integer({ description: 'Number of refused entries.' }),
    items: Type.Array(refTo(BulkEntryResponse), {
      description: 'One result for each entry, in the order of the request.',
    }),
  },
  { $id: 'BulkAnswer', additionalProperties: false },
);

export const bulkSchemas = [BulkEntryResponse, BulkResponse];
