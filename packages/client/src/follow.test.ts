import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient, type Client } from './client.ts';
import type { Creation } from './creation.ts';
import { ConnectionError, CreationFailedError, StillWaitingError } from './errors.ts';
import {
  createFakeDeps,
  eventStream,
  json,
  problem,
  type FakeDeps,
  type SentRequest,
} from './testing/fake-dependencies.ts';

const statusUrl = 'https://groups.example.org/teams/t-1/status';

function status(name: string, more: object = {}): object {
  return {
    status: name,
    teamId: 't-1',
    statusUrl,
    createdAt: '2026-11-17T09:00:00.000Z',
    updatedAt: '2026-11-17T09:00:00.000Z',
    steps: [],
    warnings: [],
    ...more,
  };
}

function event(id: number, name: string, more?: object): string {
  return `id: ${id}\ndata: ${JSON.stringify(status(name, more))}\n\n`;
}

interface Scene {
  readonly client: Client;
  readonly deps: FakeDeps;
  readonly creation: Creation;
}

/** A creation whose status requests the test answers. */
async function creationWith(
  answer: (request: SentRequest, isStream: boolean) => Response | Promise<Response>,
): Promise<Scene> {
  const deps = createFakeDeps((request) =>
    request.path === '/teams'
      ? json({ status: 'accepted', teamId: 't-1', statusUrl })
      : answer(request, request.headers.get('accept') === 'text/event-stream'),
  );
  const client = createClient({
    baseUrl: 'https://groups.example.org',
    accessToken: () => 't',
    deps,
  });
  const creation = await client.createTeam({
    displayName: 'Apollo',
    mailNickName: 'apollo',
    responsible: 'ada@example.org',
    organisationIdOrIdentifier: 'research',
    templateIdOrIdentifier: 'project',
    owners: [],
    members: [],
  });
  return { client, deps, creation };
}

async function progressOf(creation: Creation, signal?: AbortSignal): Promise<string[]> {
  const seen: string[] = [];
  await creation.waitUntilDone({
    onProgress: (change) => seen.push(change.status),
    ...(signal === undefined ? {} : { signal }),
  });
  return seen;
}

describe('waitUntilDone', () => {
  it('reports each change of the event stream and ends with the last', async () => {
    const { creation, deps } = await creationWith(() =>
      eventStream([
        event(1, 'accepted'),
        ': still here\n\n',
        event(2, 'running'),
        event(3, 'succeeded'),
      ]),
    );
    assert.deepEqual(await progressOf(creation), ['accepted', 'running', 'succeeded']);
    assert.equal(deps.sent.length, 2);
  });

  it('reads events whatever the chunks they come in', async () => {
    const text = `\r\n: hello\r\nid:1\r\ndata:${JSON.stringify(status('running'))}\r\n\r\n${event(2, 'succeeded')}`;
    const { creation } = await creationWith(() => eventStream(text.split('')));
    assert.deepEqual(await progressOf(creation), ['running', 'succeeded']);
  });

  it('continues where a broken stream ended, and reports nothing twice', async () => {
    const streams = [
      [event(1, 'accepted'), event(2, 'running'), 'break'],
      [event(2, 'running'), event(3, 'succeeded')],
    ];
    const { creation, deps } = await creationWith(() => eventStream(streams.shift() ?? []));
    assert.deepEqual(await progressOf(creation), ['accepted', 'running', 'succeeded']);
    assert.deepEqual(
      deps.sent.slice(1).map(({ headers }) => headers.get('last-event-id')),
      [null, '2'],
    );
  });

  it('asks again and again where no stream comes through, as often as Retry-After says', async () => {
    const polls = ['running', 'running', 'an unknown one', 'succeeded'];
    const { creation, deps } = await creationWith((_request, isStream) =>
      isStream
        ? eventStream([])
        : json(status(polls.shift() ?? 'too often'), 200, { 'retry-after': '4' }),
    );
    assert.deepEqual(await progressOf(creation), ['running', 'an unknown one', 'succeeded']);
    const times = deps.sent.slice(3).map(({ atMs }) => atMs);
    assert.deepEqual(
      times.map((atMs) => atMs - (times[0] ?? 0)),
      [0, 4000, 8000, 12_000],
    );
  });

  it('leaves a stream that fell silent', async () => {
    const streams = [[event(1, 'running'), 'hang'], [event(2, 'succeeded')]];
    const { creation } = await creationWith(() => eventStream(streams.shift() ?? []));
    assert.deepEqual(await progressOf(creation), ['running', 'succeeded']);
  });

  it('survives a restart of the service, but not its permanent absence', async () => {
    let downUntilMs = Number.POSITIVE_INFINITY;
    const { creation, deps } = await creationWith((request, isStream) => {
      if (request.atMs < downUntilMs) throw new TypeError('fetch failed');
      return isStream ? eventStream([]) : json(status('succeeded'));
    });
    downUntilMs = deps.now() + 2 * 60_000;
    assert.deepEqual(await progressOf(creation), ['succeeded']);
    downUntilMs = Number.POSITIVE_INFINITY;
    await assert.rejects(progressOf(creation), ConnectionError);
  });

  it('throws what went wrong when the creation failed or was cancelled', async () => {
    const error = {
      type: 'x',
      title: 'People',
      status: 422,
      detail: 'Nobody is called eve.',
      code: 'people_not_found',
    };
    const failed = await creationWith(() => eventStream([event(1, 'failed', { error })]));
    await assert.rejects(progressOf(failed.creation), (thrown) => {
      assert.ok(thrown instanceof CreationFailedError);
      assert.equal(thrown.code, 'people_not_found');
      assert.equal(thrown.status.status, 'failed');
      assert.match(thrown.message, /Nobody is called eve\./);
      return true;
    });
    const cancelled = await creationWith(() => eventStream([event(1, 'cancelled')]));
    await assert.rejects(progressOf(cancelled.creation), /cancelled before it started/);
  });

  it('ends at once with the problem when the creation is not there', async () => {
    const { creation } = await creationWith(() => problem('not_found', 404));
    await assert.rejects(progressOf(creation), /not_found/);
  });

  it('ends at once when it is aborted', async () => {
    const controller = new AbortController();
    const { creation, deps } = await creationWith(() => eventStream([event(1, 'running'), 'hang']));
    const waiting = progressOf(creation, controller.signal);
    void deps.sleep(500).then(() => controller.abort(new Error('enough')));
    await assert.rejects(waiting, /enough/);
  });
});

describe('waitForAll', () => {
  it('gives what is done when its signal ends the wait', async () => {
    const end = new AbortController();
    const deps = createFakeDeps((request) => {
      if (request.path === '/teams/bulk') {
        const items = ['t-1', 't-2'].map((teamId) => ({ status: 'accepted', teamId, statusUrl }));
        return json({ items, accepted: 2, refused: 0 });
      }
      if (request.path === '/teams/t-1/status') return eventStream([event(1, 'succeeded')]);
      return eventStream([event(1, 'awaiting_approval', { teamId: 't-2' }), 'break']);
    });
    const client = createClient({
      baseUrl: 'https://groups.example.org',
      accessToken: () => 't',
      deps,
    });
    const bulk = await client.createTeams([]);
    const onProgress = ({ status: reached }: { readonly status: string }): void => {
      if (reached === 'awaiting_approval') end.abort();
    };
    const waiting = bulk.waitForAll({ signal: end.signal, onProgress });
    await assert.rejects(waiting, (error) => {
      assert.ok(error instanceof StillWaitingError);
      assert.deepEqual(
        error.statuses.map(({ status: reached }) => reached),
        ['succeeded', 'awaiting_approval'],
      );
      return true;
    });
  });
});

describe('cancel', () => {
  it('takes a creation back', async () => {
    const { creation, deps } = await creationWith(() => json(status('cancelled')));
    assert.equal((await creation.cancel()).status, 'cancelled');
    assert.equal(deps.sent.at(-1)?.path, '/teams/t-1/cancel');
    assert.equal(deps.sent.at(-1)?.method, 'POST');
  });
});
