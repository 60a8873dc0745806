// `npm run pictures -w @groupwright/console [admin-center | first-group]` makes the pictures of README.md from the real thing: the
// admin center of a tenant with groups, and the commands of README with what they print, in their time.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startPages } from './pages.ts';
import { createSeedData, seededService } from './seed-data.ts';
import { eventually } from '../../../service/testing/eventually.ts';
import {
  createTestDataDirectory,
  startServiceProcess,
} from '../../../service/testing/service-process.ts';
import { readGuide } from '../../../../scripts/guide-blocks.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = join(root, 'docs/pictures');
mkdirSync(folder, { recursive: true });

async function takeAdminCenter(path: string): Promise<void> {
  const pages = await startPages(seededService, { paints: true });
  try {
    const seedData = await createSeedData(pages);
    try {
      const page = await pages.signedIn();
      await page.setViewportSize({ width: 1200, height: 640 });
      await page.goto(pages.url('/groups'));
      await page.locator('main [role=row], main tr').nth(4).waitFor();
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path, animations: 'disabled' });
    } finally {
      await seedData.close();
    }
  } finally {
    await pages.close();
    await pages.browser.close();
  }
}

interface Line {
  readonly text: string;
  /** The time counts from the first command. */
  readonly atMs: number;
  readonly isCommand: boolean;
}

async function recordCommands(): Promise<readonly Line[]> {
  const data = await createTestDataDirectory();
  const service = await startServiceProcess({
    GROUPWRIGHT_DATA_DIR: data.path,
    GROUPWRIGHT_DEMO: 'auto',
  });
  try {
    const file = join(data.path, 'quickstart.json');
    await eventually(() => existsSync(file), 'quickstart.json is written');
    const blocks = readGuide(readFileSync(join(root, 'README.md'), 'utf8'));
    const script = blocks
      .filter(({ language }) => language === 'sh')
      .map(({ code }) => code.replace('.groupwright/quickstart.json', file))
      .join('\n');
    return await run(
      script.replaceAll('npx groupwright', `node ${root}packages/cli/bin/groupwright.js`),
    );
  } finally {
    await service.end('SIGTERM');
    await data.remove();
  }
}

function run(script: string): Promise<readonly Line[]> {
  const traced = script
    .split('\n')
    .map((line) => `printf '$ %s\\n' ${quote(shortened(line))}\n${line}`)
    .join('\n');
  const shell = spawn('bash', ['-c', traced], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: Line[] = [];
  const startedAt = performance.now();
  createInterface(shell.stdout).on('line', (line) => {
    const isCommand = line.startsWith('$ ');
    const atMs = Math.round(performance.now() - startedAt);
    if (line !== '') lines.push({ text: isCommand ? line : shortened(line), atMs, isCommand });
  });
  return new Promise((resolve) => shell.once('close', () => resolve(lines)));
}

const columns = 96;

function shortened(text: string): string {
  const plain = text
    .replace(/node \S*groupwright\.js/, 'npx groupwright')
    .replace(/ \/\S*quickstart/, ' .groupwright/quickstart');
  return plain.length <= columns ? plain : `${plain.slice(0, columns - 1)}…`;
}

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Each line appears at its time, with time to read it before. */
function drawTerminal(lines: readonly Line[]): string {
  const lineHeight = 22;
  const width = columns * 8.5 + 40;
  const height = lines.length * lineHeight + 40;
  let readMs = 0;
  const drawn = lines.map(({ text, atMs, isCommand }, index) => {
    readMs += isCommand ? 1200 : 150;
    const y = 36 + index * lineHeight;
    const color = isCommand ? '#e6edf3' : '#7ee787';
    return `<text x="20" y="${y}" fill="${color}" style="animation-delay:${atMs + readMs}ms">${escape(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Three curl commands create a group">
<style>
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre;opacity:0;animation:appear .1s forwards}
@keyframes appear{to{opacity:1}}
@media(prefers-reduced-motion:reduce){text{animation-delay:0s!important}}
</style>
<rect width="100%" height="100%" rx="10" fill="#0d1117"/>
${drawn.join('\n')}
</svg>
`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
if (isWanted('admin-center')) await takeAdminCenter(join(folder, 'admin-center.png'));
if (isWanted('first-group')) {
  writeFileSync(join(folder, 'first-group.svg'), drawTerminal(await recordCommands()));
}
