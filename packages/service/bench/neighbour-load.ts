// The load of one tenant beside another one, from a separate thread: so many connections, each of which sends its
// request again as soon as it is answered, or asked to wait. Posted messages begin and end the load.
import { setPriority } from 'node:os';
import { Agent, request as send } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** The requests of one load. */
export interface NeighbourLoad {
  readonly baseUrl: string;
  /** One connection for each; some may be of one key. */
  readonly tokens: readonly string[];
  readonly path: string;
  /** It is sent by POST each time, instead of a read. */
  readonly body?: string;
  /** A bulk of so many new groups of so many people instead of a read. */
  readonly bulk?: {
    readonly organisation: string;
    readonly template: string;
    readonly groups: number;
    readonly people: readonly string[];
  };
}

/** The keys are statuses, when the load has ended. */
export type NeighbourAnswers = Readonly<Record<number, number>>;

// Callers are on other machines: the service has the processors first.
setPriority(10);
const { baseUrl, tokens, path, body, bulk } = workerData as NeighbourLoad;
const agent = new Agent({ keepAlive: true });
const answers: Record<number, number> = {};
const over = new AbortController();
let sent = 0;

/** All but the names is written once: the load takes as little of the processors as it can. */
function createBodies({
  organisation,
  template,
  groups,
  people,
}: NonNullable<NeighbourLoad['bulk']>) {
  const [responsible, deputy, ...members] = people;
  const others = JSON.stringify({
    responsible,
    deputy,
    organisationIdOrIdentifier: organisation,
    templateIdOrIdentifier: template,
    owners: [deputy],
    members,
  }).slice(1);
  return () => {
    sent += 1;
    const run = `${Date.now().toString(36)}-${sent}`;
    const entries = Array.from(
      { length: groups },
      (_, n) =>
        `{"displayName":"Neighbour ${run} ${n}","mailNickName":"neighbour-${run}-${n}",${others}`,
    );
    return `[${entries.join(',')}]`;
  };
}
const createBody = bulk && createBodies(bulk);

/** Answers the seconds to wait before the next request. */
function sendOne(token: string): Promise<number> {
  return new Promise((answered) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const method = createBody === undefined && body === undefined ? 'GET' : 'POST';
    const options = { agent, method, headers, signal: over.signal };
    const request = send(`${baseUrl}${path}`, options, (response) => {
      const { statusCode = 0 } = response;
      response.resume().on('close', () => {
        answers[statusCode] = (answers[statusCode] ?? 0) + 1;
        answered(Number(response.headers['retry-after'] ?? 0));
      });
      response.on('error', () => undefined);
    });
    request.on('error', () => answered(0));
    request.end(createBody === undefined ? body : createBody());
  });
}

async function sendInLoop(token: string): Promise<void> {
  while (!over.signal.aborted) {
    const seconds = await sendOne(token);
    await pause(seconds * 1_000, undefined, { signal: over.signal }).catch(() => undefined);
  }
}

const loops = Promise.all(tokens.map(sendInLoop));
parentPort?.once('message', () => {
  over.abort();
  void loops.then(() => {
    agent.destroy();
    parentPort?.postMessage(answers, []);
  });
});
