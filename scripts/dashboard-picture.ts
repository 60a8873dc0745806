// `node scripts/dashboard-picture.ts --prometheus URL [--to FILE] [--minutes N]`: draws the dashboard from what a Prometheus
// has scraped, so that it can be looked at without Grafana. Panels, queries, units and legends are those of the dashboard.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launchBrowser } from '../packages/console/src/tests/browser.ts';

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly fieldConfig: { readonly defaults: { readonly unit?: string } };
  readonly options: { readonly textMode?: string };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Series {
  readonly name: string;
  readonly points: readonly (readonly [seconds: number, value: number])[];
}

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    prometheus: { type: 'string', default: 'http://127.0.0.1:9090' },
    to: { type: 'string', default: `${root}docs/pictures/dashboard.png` },
    minutes: { type: 'string', default: '5' },
  },
});
const dashboard = JSON.parse(await readFile(`${root}deploy/monitoring/dashboard.json`, 'utf8')) as {
  title: string;
  panels: readonly Panel[];
};
/** It belongs to a unit of the grid, in pixels. */
const cell = { width: 56, height: 32 };
const colours = [
  '#4c8fd6',
  '#e0803a',
  '#4fae5f',
  '#c9504c',
  '#9270c4',
  '#8a6d5c',
  '#d487bd',
  '#7d8793',
  '#b3b23f',
  '#3cb3bd',
];

async function readSeries({ targets }: Panel): Promise<Series[]> {
  const end = Date.now() / 1_000;
  const seconds = Number(values.minutes) * 60;
  const found = await Promise.all(
    targets.map(async ({ expr, legendFormat }) => {
      const query = new URLSearchParams({
        // As Grafana counts it: four intervals of the scrape.
        query: expr.replaceAll('$__rate_interval', '20s'),
        start: String(end - seconds),
        end: String(end),
        step: '5',
      });
      const answer = await fetch(`${values.prometheus}/api/v1/query_range?${query.toString()}`);
      const { data, error } = (await answer.json()) as {
        error?: string;
        data?: { result: { metric: Record<string, string>; values: [number, string][] }[] };
      };
      if (data === undefined) throw new Error(`${expr}: ${error}`);
      return data.result.map(({ metric, values: points }) => ({
        name: legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? ''),
        points: points.map(([time, value]): [number, number] => [time, Number(value)]),
      }));
    }),
  );
  return found.flat();
}

function withUnit(value: number, unit = 'short'): string {
  if (!Number.isFinite(value)) return '–';
  const short = (number: number) => String(Number(number.toPrecision(3)));
  if (unit === 'bytes') {
    const power = value < 1 ? 0 : Math.min(4, Math.floor(Math.log2(value) / 10));
    return `${short(value / 1024 ** power)} ${['B', 'KiB', 'MiB', 'GiB', 'TiB'][power]}`;
  }
  if (unit === 's') {
    if (value >= 3_600) return `${short(value / 3_600)} h`;
    if (value >= 60) return `${short(value / 60)} min`;
    return value >= 1 || value === 0 ? `${short(value)} s` : `${short(value * 1_000)} ms`;
  }
  const suffix = { reqps: ' req/s', ops: ' ops/s', percentunit: '%' }[unit] ?? '';
  return `${short(unit === 'percentunit' ? value * 100 : value)}${suffix}`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function drawLines(
  series: readonly Series[],
  unit: string | undefined,
  width: number,
  height: number,
): string {
  const all = series.flatMap(({ points }) => points);
  const times = all.map(([time]) => time);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const most = Math.max(...all.map(([, value]) => value).filter(Number.isFinite), 0) || 1;
  const left = 64;
  const x = (time: number) => left + ((time - from) / (to - from || 1)) * (width - left - 8);
  const y = (value: number) => height - 18 - (value / most) * (height - 28);
  const grid = [0, 0.5, 1].map(
    (share) =>
      `<line x1="${left}" x2="${width - 8}" y1="${y(most * share)}" y2="${y(most * share)}" stroke="#8884"/>` +
      `<text x="${left - 6}" y="${y(most * share) + 4}" text-anchor="end">${withUnit(most * share, unit)}</text>`,
  );
  const clock = (time: number) => new Date(time * 1_000).toISOString().slice(11, 19);
  const axis =
    `<text x="${left}" y="${height - 3}">${clock(from)}</text>` +
    `<text x="${width - 8}" y="${height - 3}" text-anchor="end">${clock(to)}</text>`;
  const lines = series.map(({ points }, index) => {
    const path = points.filter(([, value]) => Number.isFinite(value));
    const at = path.map(([time, value]) => `${x(time).toFixed(1)},${y(value).toFixed(1)}`);
    return `<polyline points="${at.join(' ')}" fill="none" stroke-width="1.5" stroke="${colours[index % colours.length]}"/>`;
  });
  return `<svg width="${width}" height="${height}">${grid.join('')}${axis}${lines.join('')}</svg>`;
}

function draw(
  { title, type, gridPos, fieldConfig, options }: Panel,
  series: readonly Series[],
): string {
  const { unit } = fieldConfig.defaults;
  const [width, height] = [gridPos.w * cell.width - 8, gridPos.h * cell.height - 8];
  const place = `left:${gridPos.x * cell.width}px;top:${gridPos.y * cell.height}px;width:${width}px;height:${height}px`;
  const last = (one: Series) => one.points.at(-1)?.[1] ?? Number.NaN;
  let content = '<p class="none">No data</p>';
  if (type === 'stat') {
    if (series.length > 0) {
      content = series
        .map((one) => (options.textMode === 'name' ? one.name : withUnit(last(one), unit)))
        .map((text) => `<p class="stat">${escaped(text)}</p>`)
        .join('');
    }
  } else if (series.length > 0) {
    const legend = series.map(
      ({ name }, index) =>
        `<span><i style="background:${colours[index % colours.length]}"></i>${escaped(name)}</span>`,
    );
    const rows = Math.ceil(
      legend.join('').replaceAll(/<[^>]*>/g, '').length / (width / 7) + series.length / 12,
    );
    content = `${drawLines(series, unit, width - 16, height - 40 - rows * 18)}<div class="legend">${legend.join('')}</div>`;
  }
  return `<section style="${place}"><h2>${escaped(title)}</h2>${content}</section>`;
}

const panels = await Promise.all(
  dashboard.panels.map(async (panel) => draw(panel, await readSeries(panel))),
);
const bottom = Math.max(...dashboard.panels.map(({ gridPos: { y, h } }) => y + h));
const style = `body{margin:0;background:#f4f5f5;color:#24292e;font:12px sans-serif;position:relative}
section{position:absolute;background:#fff;border:1px solid #dcdfe3;border-radius:3px;padding:6px 8px;box-sizing:border-box;overflow:hidden}
h2{font-size:13px;margin:0 0 4px}text{font-size:11px;fill:#565d66}.stat{font-size:28px;text-align:center;margin:10px 0;color:#2f7a3f}
.none{text-align:center;color:#777;margin-top:60px}.legend span{margin-right:12px;white-space:nowrap;display:inline-block}i{display:inline-block;width:12px;height:3px;margin:0 4px 3px 0}`;
const browser = await launchBrowser({ paints: true });
try {
  const page = await browser.newPage({
    viewport: { width: 24 * cell.width, height: bottom * cell.height },
  });
  await page.setContent(`<style>${style}</style>${panels.join('')}`);
  await page.screenshot({ path: values.to });
} finally {
  await browser.close();
}
console.log(values.to);
