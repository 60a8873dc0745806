// Backups in storage that speaks S3, by addresses of the form https://endpoint/bucket/prefix. A backup counts as complete
// once its list of files is there, which is sent last and removed first.
import { createWriteStream, openAsBlob } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AwsClient } from 'aws4fetch';
import { createConcurrencyLimit } from '../ground/concurrency-limit.ts';
import type { S3Config } from '../ground/config/config.ts';
import { makeDirectories } from '../ground/make-directories.ts';

/** The list of the files of a backup: backup-manifest.ts. */
const list = 'backup.json';
const atOnce = 8;
const xmlTexts: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

export function createS3Backups({ url, region, accessKeyId, secretAccessKey }: S3Config) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const { origin, pathname } = new URL(url);
  const [, bucket = '', ...rest] = decodeURIComponent(pathname).split('/');
  const prefix = rest
    .filter((part) => part !== '')
    .map((part) => `${part}/`)
    .join('');

  async function send(key: string, init: RequestInit = {}): Promise<Response> {
    const path = `${bucket}/${key}`.split('/').map(encodeURIComponent).join('/');
    return await succeeded(await client.fetch(`${origin}/${path}`, init), key);
  }

  async function keysBelow(name: string): Promise<readonly string[]> {
    const keys: string[] = [];
    for (let token: string | undefined = ''; token !== undefined;) {
      const query = new URLSearchParams({
        'list-type': '2',
        prefix: `${prefix}${name}`,
        ...(token !== '' && { 'continuation-token': token }),
      });
      const answer = await client.fetch(
        `${origin}/${encodeURIComponent(bucket)}?${query.toString()}`,
      );
      const text = await (await succeeded(answer, bucket)).text();
      keys.push(...[...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => textOf(key)));
      const [, next] = /<NextContinuationToken>([^<]*)</.exec(text) ?? [];
      token = next === undefined ? undefined : textOf(next);
    }
    return keys.map((key) => key.slice(prefix.length));
  }

  return {
    /** Complete ones. */
    async names(): Promise<readonly string[]> {
      const keys = await keysBelow('');
      return keys.filter((key) => key.endsWith(`/${list}`)).map((key) => dirname(key));
    },
    async store(name: string, directory: string): Promise<void> {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      const pathOf = (entry: (typeof entries)[number]) =>
        join(entry.parentPath, entry.name).slice(directory.length + 1);
      const files = entries.filter((entry) => entry.isFile()).map(pathOf);
      // PostgreSQL does not start without its empty directories.
      const folders = entries.filter((entry) => entry.isDirectory()).map(pathOf);
      const empty = folders.filter(
        (folder) => !files.some((file) => file.startsWith(`${folder}/`)),
      );
      const sendFile = async (file: string) =>
        send(`${prefix}${name}/${file}`, {
          method: 'PUT',
          body: await openAsBlob(join(directory, file)),
          // The connection is encrypted, and the list has the hash of each file.
          headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
        });
      await forEach(empty, (folder) =>
        send(`${prefix}${name}/${folder}/`, { method: 'PUT', body: '' }),
      );
      await forEach(
        files.filter((one) => one !== list),
        sendFile,
      );
      await sendFile(list);
    },
    /** @throws Error for an object that would be outside of the directory: anyone who can write to the bucket names it */
    async fetch(name: string, directory: string, signal: AbortSignal): Promise<void> {
      await forEach(await keysBelow(`${name}/`), async (key) => {
        signal.throwIfAborted();
        const to = resolve(directory, key.slice(name.length + 1));
        if (!to.startsWith(directory + sep))
          throw new Error(`The backup has a wrong object: ${key}.`);
        makeDirectories(key.endsWith('/') ? to : dirname(to), 0o700);
        if (key.endsWith('/')) return;
        const { body } = await send(`${prefix}${key}`, { signal });
        // An empty file has no body.
        await pipeline(body ?? [], createWriteStream(to, { mode: 0o600 }), { signal });
      });
    },
    async remove(name: string): Promise<void> {
      const remove = (key: string) => send(`${prefix}${key}`, { method: 'DELETE' });
      const keys = await keysBelow(`${name}/`);
      await remove(`${name}/${list}`);
      await forEach(keys, remove);
    },
  };
}

/** Several at a time, because a backup has a thousand small files. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const limit = createConcurrencyLimit(atOnce);
  await Promise.all(items.map((item) => limit.run(() => work(item))));
}

async function succeeded(answer: Response, what: string): Promise<Response> {
  if (answer.ok) return answer;
  const [, code = ''] = /<Code>([^<]*)</.exec(await answer.text()) ?? [];
  throw new Error(`The storage of backups answered ${answer.status} ${code} for ${what}.`);
}

function textOf(xml: string): string {
  return xml.replaceAll(/&(\w+);/g, (whole, name: string) => xmlTexts[name] ?? whole);
}
