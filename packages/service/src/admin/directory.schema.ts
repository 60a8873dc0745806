import { Type } from 'typebox';
import { exact, nullable } from './common.schema.ts';

const Microsoft365Answer = Type.Object(
  {
    entraTenantId: Type.String(),
    clientId: Type.String(),
    credential: Type.Enum(['secret', 'certificate', 'workload_identity']),
    hasSecret: Type.Boolean({ description: 'The secret itself is never answered.' }),
    graphBaseUrl: Type.String(),
    loginBaseUrl: Type.String(),
    addressesGivenBy: Type.Enum(['operator', 'administrator'], {
      description: 'Those of an administrator lead to public addresses only.',
    }),
    limits: Type.Record(Type.String(), Type.Integer(), {
      description: "Calls in place of Microsoft's published limits.",
    }),
  },
  exact,
);

export const DirectoryAnswer = Type.Object(
  {
    kind: Type.Enum(['sandbox', 'microsoft365']),
    sandbox: nullable(
      Type.Object({ replicationDelayMs: Type.Integer(), teamCreationMs: Type.Integer() }, exact),
    ),
    microsoft365: nullable(Microsoft365Answer),
    publishedLimits: Type.Array(
      Type.Object({ name: Type.String(), calls: Type.Integer(), perMs: Type.Integer() }, exact),
      { description: "Microsoft's limits, which a connection's own replace." },
    ),
    etag: Type.String({ description: 'For If-Match.' }),
  },
  exact,
);

export const SandboxSettings = Type.Object(
  {
    replicationDelayMs: Type.Integer({ minimum: 0, maximum: 900_000 }),
    teamCreationMs: Type.Integer({ minimum: 0, maximum: 900_000 }),
  },
  exact,
);

export const ConnectionTest = Type.Object(
  {
    ok: Type.Boolean(),
    detail: Type.String(),
    missing: Type.Array(Type.String({ description: 'What has to be added, in plain words.' })),
    durationMs: Type.Integer(),
  },
  exact,
);
