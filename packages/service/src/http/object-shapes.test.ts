// Which objects V8 lets share a shape: without one, their members are looked up slowly and each new member costs a map.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext, runInThisContext } from 'node:vm';
import { Type } from 'typebox';
import { createValidatorCompiler } from './validation.ts';

setFlagsFromString('--allow-natives-syntax');
setFlagsFromString('--expose-gc');
const haveSameShape = runInThisContext('(a, b) => %HaveSameMap(a, b)') as (
  a: object,
  b: object,
) => boolean;
const collect = runInNewContext('gc') as () => void;

/** Whether two objects that begin with the same new member share their shape. */
function sharesShapes(member: string): boolean {
  const [one, other]: Record<string, number>[] = [{}, {}];
  assert.ok(one !== undefined && other !== undefined);
  one[member] = 1;
  other[member] = 1;
  return haveSameShape(one, other);
}

test('checks of many members leave room for the shapes of other objects', () => {
  collect();
  assert.ok(sharesShapes('before any check'));
  const members = Array.from({ length: 600 }, (_, index) => [
    `m${index}`,
    Type.Optional(Type.Union([Type.String({ pattern: '^a' }), Type.Integer()])),
  ]);
  const schema = Type.Object(Object.fromEntries(members));
  const check = createValidatorCompiler()({ schema });
  assert.equal(check({ m1: 'a' }), true);
  assert.notEqual(check({ m1: true }), true);
  assert.ok(sharesShapes('after the checks'));
});
