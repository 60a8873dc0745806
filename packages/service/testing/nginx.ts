// nginx in front of several processes of the service. NGINX names its program.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

const program = process.env['NGINX'] ?? 'nginx';

export const hasNginx = spawnSync(program, ['-v']).status === 0;

/** Balances by turns, as docs/operator/reverse-proxy.md describes it, until the test ends. */
export async function startNginx(t: TestContext, upstreams: readonly number[]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), `groupwright-test-${process.pid}-nginx-`));
  await mkdir(join(directory, 'logs'));
  const port = await freePort();
  const file = join(directory, 'nginx.conf');
  await writeFile(
    file,
    `daemon off; pid ${directory}/pid; error_log ${directory}/errors.log warn;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${directory}/${name};`).join(' ')}
  upstream api {
    ${upstreams.map((upstream) => `server 127.0.0.1:${upstream} max_fails=0;`).join(' ')}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://api;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}
`,
  );
  const child: ChildProcess = spawn(program, ['-p', directory, '-c', file], { stdio: 'inherit' });
  t.after(async () => {
    child.kill('SIGQUIT');
    // A refused connection is how it learns of a stop.
    const errors = (await readFile(join(directory, 'errors.log'), 'utf8')).split('\n');
    t.diagnostic(
      errors
        .filter((line) => !line.includes('Connection refused'))
        .slice(-8)
        .join('\n'),
    );
    if (child.exitCode === null) await once(child, 'exit');
    await rm(directory, { recursive: true, force: true });
  });
  const address = `http://127.0.0.1:${port}`;
  await eventually(
    () =>
      fetch(`${address}/livez`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'nginx serves',
  );
  return address;
}
