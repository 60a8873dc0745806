// Checks a body by the schema of its operation, so that a form can explain a field before it is sent. The rules are those
// of the operation, by the same validator. See docs/decisions/0050-small-parts-are-ours.md.
import { exact } from '../ground/schema/parts.schema.ts';
import type { RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { type ShapeError, validationFailed } from '../ground/errors.ts';
import { FieldErrorSchema } from '../http/field-error.schema.ts';
import { refTo } from '../http/schema-ref.ts';
import type { Server } from '../http/server.ts';
import { createValidatorCompiler } from '../http/validation.ts';
import { declareOperations } from './declare-operations.ts';

const BodyCheck = Type.Object(
  {
    method: Type.Enum(['POST', 'PUT', 'PATCH', 'DELETE']),
    path: Type.String({
      maxLength: 200,
      description: 'As in this description, for example /{tenantId}/organisations.',
    }),
    body: Type.Unknown({ description: 'As it would be sent.' }),
  },
  { ...exact, $id: 'BodyCheck' },
);

const BodyCheckResult = Type.Object(
  {
    faults: Type.Array(refTo(FieldErrorSchema), { description: 'Every fault at once.' }),
  },
  exact,
);

const declared = declareOperations('Forms', {
  checkBody: {
    reach: 'everyone',
    // It reads and changes nothing: the schemas are in this description.
    admin: 'view',
    summary: 'Check a body by the schema of its operation, without sending it.',
    answer:
      'The faults of the body. Rules that need more than the body are checked by the operation.',
    problems: ['validation_failed'],
    body: BodyCheck,
    response: { 200: BodyCheckResult },
  },
});

type Check = (body: unknown) => { error: ShapeError } | true;

/** @param routes those of the admin API; asked when the first body is checked */
export function registerBodyCheckRoutes(
  server: Server,
  { prefix, routes }: { prefix: string; routes: () => readonly RouteOptions[] },
): void {
  const compile = createValidatorCompiler(() => server.getSchemas());
  const checks = new Map<string, Check>();
  const checkOf = (method: string, path: string): Check | undefined => {
    const name = `${method} ${path}`;
    const known = checks.get(name);
    if (known !== undefined) return known;
    const url = prefix + path.replaceAll(/\{(\w+)\}/g, ':$1');
    const schema = routes().find(
      (route) => route.url === url && [route.method].flat().includes(method),
    )?.schema?.body;
    if (schema === undefined) return undefined;
    const made: Check = compile({ schema });
    checks.set(name, made);
    return made;
  };

  server.post('/:tenantId/checks', declared.checkBody, async ({ body: { method, path, body } }) => {
    const check = checkOf(method, path);
    if (check === undefined) {
      const detail = `path is not that of an operation with ${method} and a body.`;
      throw validationFailed([{ pointer: '/path', code: 'not_allowed', detail }]);
    }
    const result = check(body);
    return { faults: result === true ? [] : result.error.faults };
  });
}
