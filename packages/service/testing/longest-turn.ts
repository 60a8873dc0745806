// How long a service of this process blocks its event loop for everyone else, in time of the processor, so
// that a busy machine does not count. Requests are sent from a separate thread, whose work does not count.
import { Worker } from 'node:worker_threads';

export interface SentRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly length: number;
  /** Brought over from the thread of the sender, at the expense of this one. */
  text(): Promise<string>;
}

export interface Sender {
  send(request: SentRequest): Promise<ReceivedResponse>;
  close(): Promise<void>;
}

const senderSource = `
  const { parentPort } = require('node:worker_threads');
  const { Agent, request } = require('node:http');
  const agent = new Agent({ keepAlive: true });
  const texts = new Map();
  const receive = (id, status, text) => {
    texts.set(id, text);
    parentPort.postMessage({ id, status, length: text.length });
  };
  parentPort.on('message', ({ id, url, method, headers, body }) => {
    if (url === undefined) {
      parentPort.postMessage({ id, text: texts.get(id) });
      return;
    }
    const fail = (error) => receive(id, 0, String(error));
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { agent, method, headers: { ...headers, ...length } }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part)).on('error', fail).on('end', () => {
        receive(id, answer.statusCode, Buffer.concat(parts).toString());
      });
    });
    sent.on('error', fail);
    sent.end(body);
  });
`;

type Message =
  | { readonly id: number; readonly status: number; readonly length: number }
  | { readonly id: number; readonly text: string };

export function startSender(): Sender {
  const worker = new Worker(senderSource, { eval: true });
  const waiting = new Map<number, (message: Message) => void>();
  let last = 0;
  worker.on('message', (message: Message) => {
    const { id } = message;
    const resolve = waiting.get(id);
    waiting.delete(id);
    resolve?.(message);
  });
  function ask(id: number, request: Partial<SentRequest>): Promise<Message> {
    const { promise, resolve } = Promise.withResolvers<Message>();
    waiting.set(id, resolve);
    worker.postMessage({ ...request, id }, []);
    return promise;
  }
  return {
    async send({ url, method = 'POST', headers = {}, body }) {
      const id = ++last;
      const message = await ask(id, { url, method, headers, ...(body !== undefined && { body }) });
      const { status, length } = message as Extract<Message, { status: number }>;
      return {
        status,
        length,
        text: async () => ((await ask(id, {})) as Extract<Message, { text: string }>).text,
      };
    },
    async close() {
      await worker.terminate();
    },
  };
}

const referenceBytes = Buffer.alloc(8 * 1024 * 1024, 'a');
/** Time to read those bytes one by one on the quiet machine on which the budgets were set. */
const referenceMs = 11;
/** So that a budget that is missed by far is noticed on any machine. */
const maxSlowness = 4;

/**
 * How much slower than that a processor is at the moment, from 1 to 4: neighbours that share its caches and its
 * other thread make the same work cost several times as much of its time.
 */
export function processorSlowness(): number {
  const before = process.threadCpuUsage();
  let quotes = 0;
  for (let at = 0; at < referenceBytes.length; at++) if (referenceBytes[at] === 0x22) quotes++;
  const { user, system } = process.threadCpuUsage(before);
  const slowness = (user + system) / 1000 / referenceMs + quotes;
  return Math.min(Math.max(1, slowness), maxSlowness);
}

/** The longest turn of this thread's event loop during the work. */
export async function maxTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  let isOver = false;
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
  } finally {
    isOver = true;
  }
  look();
  return longest;
}

/**
 * The longest turn of some runs, in milliseconds of a quiet machine: the shortest of them, since the first runs
 * compile and a collection of garbage may fall into another. No more runs than it takes to get below `enoughMs`.
 */
export async function leastMaxTurnMs(
  work: (run: number) => Promise<unknown>,
  options: { readonly runs: number; readonly enoughMs: number },
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < options.runs && least >= options.enoughMs; run++) {
    const before = processorSlowness();
    const turn = await maxTurnMs(() => work(run));
    least = Math.min(least, turn / Math.max(before, processorSlowness()));
  }
  return least;
}
