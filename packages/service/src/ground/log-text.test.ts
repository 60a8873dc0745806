import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from './log.ts';
import { createLogText } from './log-text.ts';

const toText = createLogText({ hasColours: false });
const escape = String.fromCharCode(27);

/** The lines that a log writes, as text. */
function textOf(write: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  write(createLog('trace', { write: (line) => void lines.push(toText(line)) }));
  return lines.join('').trimEnd().split('\n');
}

test('a line has its time, level, message and fields', () => {
  const [line = '', ...others] = textOf((log) =>
    log.warn({ tenantId: 'a-b', count: 3, note: 'two words', list: [1], none: null }, 'it is late'),
  );
  assert.match(
    line,
    /^\d\d:\d\d:\d\d\.\d{3} WARN {2}it is late tenantId=a-b count=3 note="two words" list=\[1\]$/,
  );
  assert.deepEqual(others, []);
});

test('the time is that of this machine', () => {
  const at = new Date(2026, 0, 2, 3, 4, 5, 6);
  assert.equal(
    toText(`${JSON.stringify({ level: 30, time: at.toISOString(), msg: 'm' })}\n`),
    '03:04:05.006 INFO  m\n',
  );
});

test('an error has its stack below, indented, and what else it holds as a field', () => {
  const error = Object.assign(new Error('broken\n00:00:00.000 INFO  forged'), { code: 'E1' });
  const [first = '', ...stack] = textOf((log) => log.error({ err: error }, 'it failed'));
  assert.match(first, /ERROR it failed err=\{"code":"E1"\}$/);
  assert.match(stack.join('\n'), /^ {4}Error: broken\n {4}00:00:00\.000 INFO {2}forged\n {4}at /);
  assert.ok(stack.every((line) => line.startsWith('    ')));
});

test('text from outside neither forges a line nor reaches the terminal as control characters', () => {
  const hostile = `a\nb\r${escape}[2J\u009b31m\u202e\u2028\u007f\u{e0041}`;
  const error = new Error(hostile);
  const written = textOf((log) => {
    log.info({ peer: hostile, [hostile]: 1, deep: { hostile } }, hostile);
    log.error({ err: error }, 'it failed');
  }).join('\n');
  assert.doesNotMatch(written.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  assert.match(written, /\\u001b\[2J\\u009b31m\\u202e\\u2028\\u007f\\u\{e0041\}/);
  const notIndented = written.split('\n').filter((line) => !line.startsWith('    '));
  assert.equal(notIndented.length, 2);
});

test('a secret stays redacted', () => {
  const [line = ''] = textOf((log) => log.info({ secret: 'aaa', a: { password: 'bbb' } }, 'm'));
  assert.doesNotMatch(line, /aaa|bbb/);
  assert.match(line, /secret=\[redacted\]/);
});

test('a line that is no entry is kept, without its control characters', () => {
  assert.equal(toText(`plain ${escape}text\n[1]\n\n`), 'plain \\u001btext\n[1]\n\n');
});

test('colours mark the level, only if they are wanted', () => {
  const line = '{"level":50,"msg":"m"}\n';
  assert.equal(toText(line), 'ERROR m\n');
  assert.equal(createLogText({ hasColours: true })(line), `${escape}[31mERROR${escape}[39m m\n`);
});
