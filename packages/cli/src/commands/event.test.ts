// events tail and webhook listen --forward-to, as a user runs them.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { commandFile, type Cli } from '../testing/cli.ts';
import { startCliService, type CliService } from '../testing/service.ts';

let service: CliService;
let cli: Cli;
let create: CliService['create'];

before(async () => {
  service = await startCliService();
  ({ cli, create } = service);
});
after(() => service.close());

describe('events tail', () => {
  it('prints events from the beginning, of chosen types, and waits for those that are to come', async () => {
    const teamId = await create('tailed');
    const types = ['--type', 'group.accepted', '--type', 'group.succeeded'];
    const { stdout, code } = await cli.run(['events', 'tail', '--all', ...types, '--count', '2']);
    assert.equal(code, 0);
    const [accepted = '', succeeded = ''] = stdout.split('\n');
    assert.match(accepted, new RegExp(`group\\.accepted  tailed  ${teamId}  `));
    assert.match(succeeded, new RegExp(`group\\.succeeded  tailed  ${teamId}  `));

    const [, eventId = ''] = /(\S+)$/.exec(succeeded) ?? [];
    const child = cli.start(['events', 'tail', '--after', eventId, '--json']);
    assert.ok(child.stdout !== null);
    const line = once(createInterface(child.stdout), 'line') as Promise<[string]>;
    const next = await create('tailed-later');
    const event = JSON.parse((await line)[0]) as { subject: string };
    assert.equal(event.subject, next);
    child.kill('SIGINT');
    const [ended] = (await once(child, 'exit')) as [number];
    assert.equal(ended, 0, 'Ctrl-C is the way to end it');
  });

  it('ends once nobody reads its output, from a pipe as from a socket', async () => {
    await create('read-once');
    const command = `"$0" "$1" events tail --all | head -n 1`;
    const shell = spawn('sh', ['-c', command, process.execPath, commandFile], {
      env: cli.env,
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: 60_000,
    });
    const [line, [code, signal]] = await Promise.all([
      text(shell.stdout),
      once(shell, 'exit') as Promise<[number | null, string | null]>,
    ]);
    assert.equal(line.trim().split('\n').length, 1);
    assert.deepEqual([code, signal], [0, null], 'it waits for no further event');

    const child = cli.start(['events', 'tail', '--all']);
    assert.ok(child.stdout !== null);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [ended] = (await once(child, 'exit')) as [number | null];
    assert.equal(ended, 0);
  });

  it('refuses what makes no sense, before it prints anything', async () => {
    for (const [args, code, message] of [
      [['--all', '--after', 'evt_1'], 2, /Use either --after or --all/],
      [['--count', '0'], 2, /--count must be a whole number, 1 or more/],
      [['--after', 'evt_1'], 5, /after is not the id of an event/],
      [['--type', 'group.renamed'], 5, /There is no event type group\.renamed/],
    ] as const) {
      const ended = await cli.run(['events', 'tail', ...args]);
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stderr, message);
      assert.equal(ended.stdout, '');
    }
  });
});

describe('webhook listen --forward-to', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'group.succeeded',
    time: 'now',
    subject: 't-1',
  });

  /** The address of a listener that forwards, and the lines that it says. */
  async function listen(target: string) {
    const child = cli.start([
      'webhook',
      'listen',
      '--port',
      '0',
      '--forward-to',
      target,
      '--secret',
      secret,
    ]);
    assert.ok(child.stderr !== null && child.stdout !== null);
    child.stdout.resume();
    const lines = createInterface(child.stderr);
    const [said] = (await once(lines, 'line')) as [string];
    const sentAt = new Date();
    const send = (signature = new Webhook(secret).sign('evt_1', sentAt, body)) =>
      fetch(/http:\S+/.exec(said)?.[0] ?? '', {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'webhook-id': 'evt_1',
          'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
          'webhook-signature': signature,
          cookie: 'private=1',
        },
      });
    return { child, lines, send };
  }

  it('sends on what is verified, with its signature, and answers as the endpoint does', async () => {
    const received: { headers: IncomingMessage['headers']; body: string }[] = [];
    const endpoint = createServer((request, response) => {
      void text(request).then((sent) => {
        received.push({ headers: request.headers, body: sent });
        response.writeHead(received.length === 1 ? 202 : 500).end();
      });
    });
    await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
    const { port } = endpoint.address() as AddressInfo;
    const { child, send } = await listen(`http://127.0.0.1:${port}/hooks`);
    try {
      assert.equal((await send('v1,AAAA')).status, 401);
      assert.equal(received.length, 0, 'it is not verified');
      assert.equal((await send()).status, 202);
      assert.equal((await send()).status, 500);
      const [first] = received;
      assert.equal(first?.body, body);
      const { headers } = first;
      assert.equal(headers['webhook-id'], 'evt_1');
      assert.equal(headers['content-type'], 'application/json');
      assert.equal(headers.cookie, undefined);
      new Webhook(secret).verify(first.body, headers as Record<string, string>);
    } finally {
      child.kill('SIGKILL');
      endpoint.close();
    }
  });

  it('answers 502 and says why if the endpoint cannot be reached', async () => {
    const { child, lines, send } = await listen('http://127.0.0.1:9/hooks');
    try {
      const line = once(lines, 'line') as Promise<[string]>;
      assert.equal((await send()).status, 502);
      assert.match((await line)[0], /^not forwarded http:\/\/127\.0\.0\.1:9\/hooks: /);
    } finally {
      child.kill('SIGKILL');
    }
    const wrong = await cli.run(['webhook', 'listen', '--forward-to', 'hooks', '--secret', secret]);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /--forward-to must be an http or https address/);
  });
});
