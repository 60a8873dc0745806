import { Type } from 'typebox';

/** The header Idempotency-Key; read by http/idempotency-key.ts. */
export const idempotencyKeyHeader = Type.Optional(
  Type.String({
    description: 'Any text of 1 to 255 characters. The service keeps it for 30 days.',
  }),
);
