import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { processorMsOf } from '../../testing/processor-time.ts';
import { DomainError } from '../ground/errors.ts';
import { walkJson } from './json-walk.ts';
import { parseStrictJson, parseStrictJsonInTurns } from './strict-json.ts';

const parse = (text: string) => parseStrictJson(Buffer.from(text));

function refusal(text: string | Buffer): DomainError {
  try {
    parseStrictJson(Buffer.from(text));
  } catch (error) {
    assert.ok(error instanceof DomainError);
    return error;
  }
  throw new assert.AssertionError({ message: 'It was taken.' });
}

/** JSON text of a value, written with the freedoms that JSON leaves. */
const jsonText = fc
  .tuple(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'))
  .map(([value, indent]) => JSON.stringify(value, undefined, indent));

test('what JSON.stringify writes is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(jsonText, (text) => {
      assert.deepEqual(parse(text), JSON.parse(text));
    }),
    { numRuns: 500 },
  );
});

test('a text is valid for the walk exactly when it is for JSON.parse, however it was damaged', () => {
  const damage = fc.tuple(
    jsonText,
    fc.nat(),
    fc.constantFrom(
      '',
      '"',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '\\',
      '0',
      '-',
      '.',
      'e',
      '\n',
      '\u0001',
      'tru',
      'é',
    ),
    fc.nat({ max: 3 }),
  );
  fc.assert(
    fc.property(damage, ([text, where, piece, removed]) => {
      const at = where % (text.length + 1);
      const damaged = text.slice(0, at) + piece + text.slice(at + removed);
      let isValid = true;
      try {
        JSON.parse(damaged);
      } catch {
        isValid = false;
      }
      assert.equal(walkJson(damaged).syntaxFault === undefined, isValid, damaged);
    }),
    { numRuns: 5000 },
  );
});

test('a syntax error is reported by line and column, and nothing of the body is repeated', () => {
  const cases: readonly [string, string][] = [
    ['{"a":1,}', 'expected a member name in double quotes at line 1, column 8.'],
    ['{\n  "a": tru\n}', 'expected a value at line 2, column 8.'],
    ['{"a":1', 'expected "," or "}" at line 1, column 7, where the body ends.'],
    ['[1 2]', 'expected "," or "]" at line 1, column 4.'],
    ['{"a" 1}', 'expected ":" at line 1, column 6.'],
    ['{} x', 'expected the end at line 1, column 4.'],
    ["{'a':1}", 'expected a member name in double quotes, or "}" at line 1, column 2.'],
    ['NaN', 'expected a value at line 1, column 1.'],
    ['01', 'expected the end at line 1, column 2.'],
  ];
  for (const [text, end] of cases) {
    const { code, message } = refusal(text);
    assert.equal(code, 'malformed_json');
    assert.equal(message, `The body is not valid JSON: ${end}`);
  }
  assert.doesNotMatch(refusal('{"secret": hunter2}').message, /hunter2|secret/);
});

test('the refusal of a body in another encoding names it', () => {
  const text = '{"displayName":"Köln"}';
  const withMark = Buffer.from(`\uFEFF${text}`, 'utf16le');
  const bare = Buffer.from(text, 'utf16le');
  const others = [withMark, bare, Buffer.from(withMark).swap16(), Buffer.from(bare).swap16()];
  for (const body of others) assert.match(refusal(body).message, /is in UTF-16\. Send it in UTF-8/);
});

test('an empty body, a byte order mark and what is not UTF-8 are refused', () => {
  assert.match(refusal('').message, /is empty/);
  assert.match(refusal('\uFEFF{}').message, /byte order mark/);
  for (const bytes of [
    [0x22, 0xff, 0x22],
    [0x22, 0xc0, 0x80, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
  ]) {
    assert.match(refusal(Buffer.from(bytes)).message, /not valid UTF-8/);
  }
});

test('a duplicate member is named with its place, wherever it is and however it is written', () => {
  const cases: readonly [string, readonly string[]][] = [
    ['{"a":1,"a":2}', ['/a']],
    ['{"a":1,"\\u0061":2}', ['/a']],
    ['{"\u00e9":1,"e\u0301":2}', ['/é']],
    ['{"x":[{"b":1},{"b":{"c":1,"d":2,"c":3}}]}', ['/x/1/b/c']],
    ['{"a":1,"a":1,"b":{"~/":1,"~/":2}}', ['/a', '/b/~0~1']],
    ['{"__proto__":1,"__proto__":2}', ['/__proto__']],
    ['{"a:b\\"c":1,"a:b\\"c":2}', ['/a:b"c']],
  ];
  for (const [text, pointers] of cases) {
    const { code, faults } = refusal(text);
    assert.equal(code, 'malformed_json');
    assert.deepEqual(
      faults.map(({ pointer }) => pointer),
      pointers,
      text,
    );
  }
});

test('doubling any member of any object is noticed', () => {
  const member = fc.tuple(
    fc.string({ unit: 'binary' }).map((name) => name.normalize('NFC')),
    fc.jsonValue({ maxDepth: 2 }),
  );
  fc.assert(
    fc.property(
      fc.array(member, { minLength: 1 }),
      fc.nat(),
      fc.jsonValue(),
      (members, pick, again) => {
        const write = ([name, value]: readonly [string, unknown]) =>
          `${JSON.stringify(name)}:${JSON.stringify(value)}`;
        const once = [...new Map(members)];
        const chosen = once[pick % once.length];
        assert.ok(chosen);
        const single = `{${once.map((entry) => write(entry)).join(',')}}`;
        const duplicate = `${single.slice(0, -1)},${write([chosen[0], again])}}`;
        const isPlain = !/\\u/.test(duplicate);
        if (isPlain) assert.deepEqual(parse(single), JSON.parse(single));
        assert.equal(refusal(duplicate).code, 'malformed_json');
      },
    ),
    { numRuns: 500 },
  );
});

test('colons, commas and brackets within strings do not count', () => {
  const strings = fc.array(fc.stringMatching(/^[:,{}[\]"\\a]{0,12}$/));
  fc.assert(
    fc.property(strings, (list) => {
      const text = JSON.stringify({
        list,
        inner: Object.fromEntries(list.map((key) => [key, key])),
      });
      assert.deepEqual(parse(text), JSON.parse(text));
    }),
    { numRuns: 500 },
  );
});

test('U+0000 and half surrogates are refused with their place, in names and in values', () => {
  const cases: readonly [string, readonly string[]][] = [
    ['{"a":"x\\u0000y"}', ['/a']],
    ['{"a":["ok","\\ud800"],"b":"\\udc00\\ud800"}', ['/a/1', '/b']],
    ['{"n\\u0000":1}', ['/n\uFFFD']],
    ['"\\udfff"', ['']],
  ];
  for (const [text, pointers] of cases) {
    const { code, faults } = refusal(text);
    assert.equal(code, 'validation_failed');
    assert.deepEqual(
      faults.map(({ pointer }) => pointer),
      pointers,
    );
  }
  assert.deepEqual(parse('{"a":"\\ud83d\\ude00 \\u0041"}'), { a: '😀 A' });
});

test('32 levels are read, 33 are refused', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  assert.ok(parse(nested(32)));
  assert.match(refusal(nested(33)).message, /deeper than 32/);
  assert.equal(refusal('['.repeat(1_000_000)).code, 'malformed_json');
});

test('more values than any lawful body has are refused', () => {
  assert.ok(parse(`[${'1,'.repeat(49_999)}1]`));
  assert.equal(refusal(`[${'1,'.repeat(50_000)}1]`).code, 'payload_too_large');
});

test('an object with more members than any schema names is refused before the rest is read', () => {
  const members = (count: number) =>
    Array.from({ length: count }, (_, index) => `"m${index}":{"a":[1],"b":2}`).join();
  assert.ok(parse(`{${members(64)}}`));
  assert.ok(parse(`[{${members(64)}},{${members(64)}}]`));
  for (const text of [`{${members(65)}}`, `[[{}, {"a":{${members(65)}}}]]`, `{${members(65)}`]) {
    const { code, faults } = refusal(text);
    assert.equal(code, 'validation_failed');
    assert.deepEqual(
      faults.map((fault) => [fault.pointer, fault.code, fault.detail]),
      [['', 'too_many', 'An object of the body has more than 64 members.']],
    );
  }
});

test('__proto__ is a member like any other and pollutes nothing', () => {
  const value = parse(
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"x":1}}}',
  ) as object;
  assert.ok(Object.hasOwn(value, '__proto__'));
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test('reading takes time of the processor in proportion to the length, whatever the body is', () => {
  const shapes: readonly ((size: number) => string)[] = [
    (size) => `"${'\\"'.repeat(size / 2)}"`,
    (size) => `{"a":"${'\\\\'.repeat(size / 2)}","a":1}`,
    (size) =>
      `{${Array.from({ length: size / 24 }, (_, index) => `"key-${index}":"\\n${index}"`).join(',')}}`,
    (size) =>
      `{${Array.from({ length: size / 24 }, (_, index) => `"key-${index % 1000}":${index}`).join(',')}}`,
    (size) => `"${'\\u0000'.repeat(size / 6)}"`,
    (size) => `${' '.repeat(size)}x`,
    (size) => `["${'a'.repeat(size)}`,
    (size) => '\\'.repeat(size),
    (size) => '"\\'.repeat(size / 2),
  ];
  /** The time is in milliseconds, and that of the best of five runs. */
  const timeOf = (bytes: Buffer, times: number): number => {
    const readAll = () => {
      for (let time = 0; time < times; time++) {
        try {
          parseStrictJson(bytes);
        } catch (error) {
          assert.ok(error instanceof DomainError, String(error));
        }
      }
    };
    return Math.min(...Array.from({ length: 5 }, () => processorMsOf(readAll)));
  };
  for (const [index, shape] of shapes.entries()) {
    const small = timeOf(Buffer.from(shape(60_000)), 16);
    const large = timeOf(Buffer.from(shape(960_000)), 1);
    // As many bytes: a quadratic reading would take 16 times as long for the large one.
    // The system may count short times in steps, so the small ones can take 0.
    assert.ok(large < 5 * Math.max(small, 3.2), `shape ${index}: ${small} ms, then ${large} ms`);
  }
});

test('a string of many megabytes in a body that is wrong is walked without overflowing the stack', () => {
  const megabytes = 16 * 1024 * 1024;
  for (const text of ['a'.repeat(megabytes), '\\n'.repeat(megabytes / 2)]) {
    assert.equal(refusal(`{"a":"${text}`).code, 'malformed_json');
    assert.equal(refusal(`{"a":"${text}","a":1}`).code, 'malformed_json');
  }
});

/** The value, or how the body is refused. */
async function outcomeOf(read: () => unknown): Promise<unknown> {
  try {
    return { value: await read() };
  } catch (error) {
    assert.ok(error instanceof DomainError, String(error));
    const { code, message, faults } = error;
    return { code, message, faults };
  }
}

test('a large body is read in pieces as in one, also where it is wrong', async () => {
  // Each of them is longer than a piece.
  const [one, two] = ['a', 'b'].map((letter) => `{"p":"${letter.repeat(40_000)}"}`);
  const lists = [
    `${one},${two}`,
    `${one}, ${two} ,\n${one}`,
    `${one},${two},`,
    `,${one},${two}`,
    `${one},,${two}`,
    `${one},{"p":1,"p":2},${two}`,
    `${one},{"p":1],${two}`,
    `${one},"\\u00e9,]",${two}`,
    `${one},"e\u0301","[",${two}`,
    `${one},"\\u0000",${two},"\\ud800"`,
    `${one},[[1,{"a":[1]}],2],${two}`,
    `${one},x,${two}`,
  ];
  const bodies = lists.flatMap((list) => [
    `{"members":[${list}],"reason":"x"}`,
    `{"a":{"b":[${list}]},"c":[1],"\\u006d":[${list}],"d":{}}`,
    `{"__proto__":[${list}],"7":[${list}]}`,
    `{"m":[${list}],"m":[${list}]}`,
    `{"m":[${list}],"m":1}`,
    `{"m":[${list}},"n":1}`,
    `{"m" [${list}]}`,
    `["m",[${list}]]`,
    `[${list}]`,
    `{"e\u0301":[${list}]}`,
    `{"m":[${list}]} x`,
    `{"m":[${list}`,
  ]);
  let rests = 0;
  const rest = () => {
    rests += 1;
    return Promise.resolve();
  };
  for (const text of bodies) {
    const body = Buffer.from(text);
    const expected = await outcomeOf(() => parseStrictJson(body));
    const shown = text.replaceAll(/([ab])\1+/g, '$1');
    assert.deepEqual(await outcomeOf(() => parseStrictJsonInTurns(body, rest)), expected, shown);
  }
  assert.ok(rests > bodies.length);
});

test('a route whose bodies are larger reads more values than others', async () => {
  const body = Buffer.from(`{"m":[${'1,'.repeat(60_000)}1]}`);
  const read = (mostValues?: number) =>
    outcomeOf(() => parseStrictJsonInTurns(body, () => undefined, mostValues));
  assert.equal(((await read()) as { code: string }).code, 'payload_too_large');
  assert.equal(((await read(60_000)) as { code: string }).code, 'payload_too_large');
  const { value } = (await read(60_001)) as { value: { m: number[] } };
  assert.equal(value.m.length, 60_001);
});
