// Exercises the packed SDK and returns plain values, so that every runtime can be checked for the same ones. Uses only
// the language, the Web's interfaces and the package by its name.
import {
  ConnectionError,
  createClient,
  CreationFailedError,
  isProblem,
  ProblemError,
  UnexpectedAnswerError,
  verifyWebhook,
  WebhookVerificationError,
} from '@groupwright/client';

export interface ExerciseSettings {
  readonly baseUrl: string;
  readonly credentials: { tenantId: string; keyId: string; secret: string };
  /** A base URL that answers everything with a redirect. */
  readonly redirectingUrl: string;
  /** A base URL that takes requests and never answers. */
  readonly silentUrl: string;
  /** A base URL without a listener. */
  readonly closedUrl: string;
  /** Prefix of the aliases: each runtime creates separate groups. */
  readonly prefix: string;
  readonly webhooks: readonly {
    readonly body: string;
    readonly headers: Readonly<Record<string, string>>;
    /** `whsec_…` or `whpk_…` */
    readonly key: string;
  }[];
}

export type ExerciseOutcome = Awaited<ReturnType<typeof exercise>>;

export async function exercise(settings: ExerciseSettings) {
  const { baseUrl, credentials, prefix } = settings;
  const client = createClient({ baseUrl, credentials });
  const request = (name: string, members: readonly string[] = []) => ({
    displayName: `Group ${name}`,
    mailNickName: `${prefix}-${name}`,
    responsible: 'mara@aare.example',
    organisationIdOrIdentifier: 'aare',
    templateIdOrIdentifier: 'any',
    owners: [],
    members: [...members],
  });

  const isStatus = /\/(?:status|operations\/[^/]+)$/;

  /** A client whose network is counted, and may keep streams from getting through. */
  function watched(lettingStreamsThrough: boolean) {
    const seen = { streams: 0, questions: 0 };
    const watching = createClient({
      baseUrl,
      credentials,
      deps: {
        fetch: (input, init) => {
          const isStream = new Headers(init?.headers).get('accept') === 'text/event-stream';
          if (isStream) seen.streams += 1;
          else if (typeof input === 'string' && isStatus.test(input)) seen.questions += 1;
          return isStream && !lettingStreamsThrough
            ? Promise.resolve(new Response('', { status: 200 }))
            : fetch(input, init);
        },
      },
    });
    return { watching, seen };
  }

  async function follow(name: string, lettingStreamsThrough: boolean) {
    const { watching, seen } = watched(lettingStreamsThrough);
    const creation = await watching.createTeam(request(name));
    const received: string[] = [];
    const done = await creation.waitUntilDone({
      onProgress: ({ status }) => received.push(status),
    });
    const attempts = done.steps.find(({ name }) => name === 'create_group')?.attempts;
    return {
      first: creation.status,
      last: done.status,
      attempts,
      streamed: seen.streams > 0,
      asked: seen.questions > 0,
      changes: received.length,
      final: received.at(-1),
    };
  }

  /** Changes, deletes and restores a group, and returns how each operation ended. */
  async function changeGroup(name: string, lettingStreamsThrough: boolean) {
    const { teamId } = await client.createTeam(request(name), { waitSeconds: 20 });
    const { watching, seen } = watched(lettingStreamsThrough);
    const team = watching.team(teamId);
    const { etag } = await watching.getTeam(teamId);
    const displayName = `Renamed ${name}`;
    const plan = await team.plan({ displayName });
    const changed = await (await team.change({ displayName }, { ifMatch: etag })).waitUntilDone();
    const conflict = await errorOf(team.archive({ ifMatch: etag }));
    await (await team.delete({ reason: 'over' })).waitUntilDone();
    await (await team.restore()).waitUntilDone();
    const kinds: string[] = [];
    for await (const { kind, status } of team.operations()) kinds.push(`${kind} ${status}`);
    return {
      conforms: plan.conforms,
      after: changed.after?.['displayName'] === displayName,
      conflict,
      kinds,
      streamed: seen.streams > 0,
      asked: seen.questions > 0,
    };
  }

  async function errorOf(work: Promise<unknown>): Promise<string> {
    try {
      await work;
      return 'none';
    } catch (error) {
      if (isProblem(error, 'mail_nickname_taken')) return `taken ${error.status}`;
      if (error instanceof ProblemError) {
        const places = error.faults.map(({ pointer }) => pointer ?? '').sort();
        return `${error.code} ${places.join(' ')}`.trim();
      }
      if (error instanceof CreationFailedError) return `failed: ${error.code}`;
      if (error instanceof ConnectionError) return 'no connection';
      if (error instanceof UnexpectedAnswerError) return `unexpected: ${error.message}`;
      if (error instanceof WebhookVerificationError) return error.message;
      return error instanceof Error ? error.name : String(error);
    }
  }

  /** Aborts following a long creation, and returns the outcome. */
  async function abort(): Promise<string> {
    const stop = new AbortController();
    const creation = await client.createTeam(request('sandbox-throttled-abort'));
    return errorOf(
      creation.waitUntilDone({
        signal: stop.signal,
        onProgress: () => stop.abort(new DOMException('Enough.', 'AbortError')),
      }),
    );
  }

  async function eventsOf(): Promise<string[]> {
    const creation = await client.createTeam(request('evented'));
    const types: string[] = [];
    for await (const event of client.events({ follow: true })) {
      if (event.subject !== creation.teamId) continue;
      types.push(event.type);
      if (event.type === 'group.succeeded') break;
    }
    return types;
  }

  const once = { maxAttempts: 1 };
  const elsewhere = (url: string) =>
    createClient({ baseUrl: url, accessToken: () => 't', retry: once, timeoutMs: 300 });

  const verified: string[] = [];
  for (const { body, headers, key } of settings.webhooks) {
    const event = await verifyWebhook({ body, headers: new Headers(headers), secrets: key });
    verified.push(`${key.slice(0, 5)} ${event.type}`);
    verified.push(await errorOf(verifyWebhook({ body: `${body} `, headers, secrets: key })));
  }

  await client.createTeam(request('taken'));
  const [streaming, polling, changedStreaming, changedPolling, events] = await Promise.all([
    follow('sandbox-flaky-streamed', true),
    follow('sandbox-flaky-polled', false),
    changeGroup('changed-streamed', true),
    changeGroup('changed-polled', false),
    eventsOf(),
  ]);
  return {
    streaming,
    polling,
    changedStreaming,
    changedPolling,
    events,
    errors: {
      faults: await errorOf(client.createTeam({ ...request('bad alias'), displayName: '' })),
      taken: await errorOf(client.createTeam(request('TAKEN'))),
      people: await errorOf(
        client
          .createTeam(request('nobodys', ['nobody@aare.example']))
          .then((creation) => creation.waitUntilDone()),
      ),
      credentials: await errorOf(
        createClient({ baseUrl, credentials: { ...credentials, secret: 'wrong' } }).getOrganisation(
          'aare',
        ),
      ),
      redirect: await errorOf(elsewhere(settings.redirectingUrl).getOrganisation('aare')),
      silence: await errorOf(elsewhere(settings.silentUrl).getOrganisation('aare')),
      closed: await errorOf(elsewhere(settings.closedUrl).getOrganisation('aare')),
      aborted: await abort(),
      abortedBefore: await errorOf(
        client.getOrganisation('aare', { signal: AbortSignal.abort(new TypeError('No.')) }),
      ),
    },
    webhooks: verified,
  };
}
