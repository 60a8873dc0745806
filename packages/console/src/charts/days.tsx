// Numbers per day, stacked by kind. The arrow keys move from day to day; the figures of the day under the pointer or the
// focus are written below the chart. The same figures are there as a table.
import { Button } from '@fluentui/react-button';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { charts as texts } from '../messages/charts.ts';
import { useFormat } from '../messages/use-format.ts';
import { useMessages } from '../messages/use-messages.ts';
import type { Day } from './day.ts';
import { DaysTable } from './days-table.tsx';

const height = 220;
const left = 36;
const bottom = 24;
const top = 8;

interface DaysProps<Part extends string> {
  readonly label: string;
  readonly days: readonly Day<NoInfer<Part>>[];
  /** Each kind with its name, from the bottom up; `s-` and the kind is the class of its colour. */
  readonly parts: Readonly<Record<Part, string>>;
  /** The address of what a day counts, or of one of its kinds. Undefined: there is no such list. */
  readonly to?: (date: string, part?: Part) => string | undefined;
  /** The heading of the days in the table; by default days are those of UTC. */
  readonly dayTitle?: string;
}

export function DaysChart<Part extends string>(props: DaysProps<Part>) {
  const t = useMessages(texts);
  const [isTable, setTable] = useState(false);
  return (
    <>
      {isTable ? <DaysTable {...props} /> : <Drawing {...props} />}
      <Button size="small" appearance="subtle" onClick={() => setTable(!isTable)}>
        {t(isTable ? 'asChart' : 'asTable')}
      </Button>
    </>
  );
}

function Drawing<Part extends string>({ label, days, parts: labels, to }: DaysProps<Part>) {
  const t = useMessages(texts);
  const format = useFormat();
  const [pointed, setPointed] = useState<number>();
  const { at, move, focused } = useDayKeys(days.length, setPointed);
  const parts = Object.keys(labels) as Part[];
  const [frame, width] = useWidth();
  const totals = days.map((day) => parts.reduce((sum, part) => sum + day[part], 0));
  const max = niceCeiling(Math.max(1, ...totals));
  const innerHeight = height - bottom - top;
  const step = (width - left) / days.length;
  const barWidth = Math.min(18, step * 0.66);
  const y = (value: number) => top + innerHeight - (value / max) * innerHeight;
  const labelEvery = (width < 500 ? 14 : 7) * (days.length > 45 ? 2 : 1);
  const marks = max === 1 ? [0, 1] : [0, max / 2, max];
  const said = (day: Day<Part>) => {
    const name = format.dayOfYear(day.date);
    const counted = parts.filter((part) => day[part] > 0);
    const items = counted.map((part) => t('part', { count: day[part], name: labels[part] }));
    return items.length === 0
      ? t('none', { day: name })
      : t('said', { day: name, parts: format.list(items) });
  };
  const shown = pointed === undefined ? undefined : days[pointed];
  return (
    <div ref={frame}>
      <svg className="chart" viewBox={`0 0 ${width} ${height}`} role="group" aria-label={label}>
        {marks.map((mark) => (
          <g key={mark}>
            <line className="gridline" x1={left} x2={width} y1={y(mark)} y2={y(mark)} />
            <text x={left - 8} y={y(mark) + 4} textAnchor="end">
              {short(mark)}
            </text>
          </g>
        ))}
        {days.map((day, index) => {
          const x = left + index * step;
          let base = 0;
          const total = totals[index] ?? 0;
          return (
            <DayMark
              key={day.date}
              to={total === 0 ? undefined : to?.(day.date)}
              ref={index === at ? focused : undefined}
              className="day"
              aria-label={said(day)}
              tabIndex={index === at ? 0 : -1}
              onKeyDown={move}
              onFocus={() => setPointed(index)}
              onBlur={() => setPointed(undefined)}
              onPointerEnter={() => setPointed(index)}
              onPointerLeave={() => setPointed(undefined)}
            >
              <rect className="chart-hit" x={x} y={top} width={step} height={innerHeight} rx="4" />
              {parts.map((part) => {
                const value = day[part];
                if (value === 0) return null;
                const from = y(base + value);
                const size = Math.max(1.5, y(base) - from);
                base += value;
                const corner = base === total ? Math.min(4, size, barWidth / 2) : 0;
                return (
                  <path
                    key={part}
                    className={`s-${part}`}
                    d={barPath(x + (step - barWidth) / 2, from, barWidth, size, corner)}
                  />
                );
              })}
              {(days.length - 1 - index) % labelEvery === 0 ? (
                <text
                  x={index === days.length - 1 ? width : x + step / 2}
                  y={height - 6}
                  textAnchor={index === days.length - 1 ? 'end' : 'middle'}
                >
                  {format.dayOfYear(day.date)}
                </text>
              ) : null}
            </DayMark>
          );
        })}
      </svg>
      <p className="chart-said" aria-hidden="true">
        {shown === undefined ? t(to === undefined ? 'hint' : 'linkHint') : said(shown)}
      </p>
      <p className="legend" aria-hidden="true">
        {parts.map((part) => (
          <span key={part}>
            <svg width="10" height="10">
              <rect className={`s-${part}`} width="10" height="10" rx="3" />
            </svg>
            {labels[part]}
          </span>
        ))}
      </p>
    </div>
  );
}

/** A day of the drawing: a link where it leads somewhere. */
function DayMark({
  to,
  ref,
  ...mark
}: {
  to: string | undefined;
  ref: ((element: SVGGElement | HTMLAnchorElement | null) => void) | undefined;
  className: string;
  'aria-label': string;
  tabIndex: number;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
  onBlur: () => void;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  children: ReactNode;
}) {
  return to === undefined ? (
    <g ref={ref} role="img" {...mark} />
  ) : (
    // A list on the same page is next to the chart.
    <Link ref={ref} to={to} preventScrollReset={to.startsWith('?')} {...mark} />
  );
}

/** One day is in the tab order; the arrow keys, Home and End move to others. */
function useDayKeys(count: number, onMoved: (index: number) => void) {
  const [wanted, setWanted] = useState<number>();
  const isMoved = useRef(false);
  const at = Math.min(wanted ?? count - 1, count - 1);
  const move = (event: KeyboardEvent) => {
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: count - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(count - 1, target));
    isMoved.current = true;
    setWanted(next);
    onMoved(next);
  };
  const focused = (element: SVGGElement | HTMLAnchorElement | null) => {
    if (element === null || !isMoved.current) return;
    isMoved.current = false;
    element.focus();
  };
  return { at, move, focused };
}

/** A bar with rounded top corners, on the axis or on the part below. */
function barPath(x: number, y: number, width: number, height: number, corner: number): string {
  const side = height - corner;
  return (
    `M${x} ${y + height}v${-side}q0 ${-corner} ${corner} ${-corner}` +
    `h${width - 2 * corner}q${corner} 0 ${corner} ${corner}v${side}z`
  );
}

function niceCeiling(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * power >= value) ?? 10;
  return Math.max(2, step * power);
}

function short(value: number): string {
  return value >= 1000 ? `${Number((value / 1000).toFixed(1))}k` : String(value);
}

/** The available width, so that one unit of the drawing is one pixel and text keeps its size. */
function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(720);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.max(280, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [frame, width] as const;
}
