// What the tenant's other applications and callers feel of the calls to Microsoft Graph, on the simulated Graph and its
// virtual clock: the load of the machine changes none of it.
import { calm, hostile, type Profile } from '@groupwright/graph-simulator/profile.ts';
import { runAdoptions } from '../testing/adoption-run.ts';
import { compareWaits, runScripted, runService, type TeamsRun } from '../testing/beside-script.ts';
import { countCalls, runBacklog } from '../testing/graph-scenarios.ts';
import { ceilingLine, type Line, shareLine, withUnit } from './report.ts';

const seed = 'bench';
/** Answers and teams take as long as users report. */
const latencies = { latencyMs: [80, 300], teamMakingMs: [5_000, 30_000] } as const;
const days = [
  { day: calm, atMostCalls: 8 },
  { day: hostile, atMostCalls: 10 },
] as const;
const creationsCounted = 400;
const kills = 10;
const teamsOfWaits = 50;
const pollMs = 30_000;
const atMostMore = 0.05;
/** The service takes a tenth of the script's time at most. */
const atMostOfScript = 0.1;

/** @param teams of the script, which has 500 in a whole run; a backlog has forty times as many, adoptions eight times */
export async function measureGraph(teams: number): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { day, atMostCalls } of days) {
    const run = { seed, profile: { ...day, ...latencies }, teams, kills: 0 };
    const [ours, script] = [await runService(run), await runScripted(run)];
    lines.push(await callLine(day, atMostCalls, script.calls / teams));
    lines.push(timeLine(day, teams, ours, script));
    const killed = { ...run, kills };
    lines.push(damageLine(day, await runService(killed), await runScripted(killed)));
  }
  return [...lines, await waitLine(), ...(await limitLines(teams))];
}

async function callLine(profile: Profile, atMost: number, callsOfScript: number): Promise<Line> {
  const creations = { kind: 'team', profile, creations: creationsCounted } as const;
  const { callsOfEach } = await countCalls(seed, creations);
  return ceilingLine(
    `calls to Graph for a team, ${profile.name} day`,
    callsOfEach,
    atMost,
    'calls',
    {
      floor: `${callsOfScript.toFixed(1)} by a script`,
      ratio: (callsOfEach / callsOfScript).toFixed(2),
    },
  );
}

function timeLine(profile: Profile, teams: number, ours: TeamsRun, script: TeamsRun): Line {
  const ratio = ours.virtualSeconds / script.virtualSeconds;
  return {
    what: `${teams.toLocaleString('en')} teams, ${profile.name} day`,
    ours: minutes(ours),
    floor: `${minutes(script)} by a script`,
    ratio: ratio.toFixed(3),
    goal: `ratio ≤ ${atMostOfScript}`,
    met: ratio <= atMostOfScript,
  };
}

const minutes = ({ virtualSeconds }: TeamsRun) => withUnit(virtualSeconds / 60, 'min');

function damageLine(profile: Profile, ours: TeamsRun, script: TeamsRun): Line {
  const damage = ({ missing, doubled, halfMade }: TeamsRun) => missing + doubled + halfMade;
  const text = (run: TeamsRun) => `${run.missing}, ${run.doubled}, ${run.halfMade}`;
  return {
    what: `missing, doubled, half made after ${kills} kills, ${profile.name} day`,
    ours: text(ours),
    floor: `${text(script)} by a script`,
    ratio: '',
    goal: '0, 0, 0',
    met: damage(ours) === 0,
  };
}

/** The waiting of one creation beyond the time that Microsoft takes: no work of the processor is in it. */
async function waitLine(): Promise<Line> {
  const waits = await compareWaits(seed, { ...calm, ...latencies }, teamsOfWaits);
  const mean = (of: (wait: (typeof waits)[number]) => number) =>
    waits.reduce((sum, wait) => sum + of(wait), 0) / waits.length / 1_000;
  const [ours, bare] = [mean(({ oursMs }) => oursMs), mean(({ bareMs }) => bareMs)];
  const isWithin = waits.every(
    ({ oursMs, bareMs }) => oursMs <= bareMs * (1 + atMostMore) + pollMs,
  );
  return {
    what: 'one team from accepted to succeeded, mean of 50',
    ours: withUnit(ours, 's'),
    floor: `${withUnit(bare, 's')} by its calls in a row`,
    ratio: (ours / bare).toFixed(2),
    goal: 'each ≤ 5 % and one poll of 30 s more',
    met: isWithin,
  };
}

async function limitLines(teams: number): Promise<readonly Line[]> {
  const lines: Line[] = [];
  const creations = teams * 40;
  for (const kind of ['team', 'group'] as const) {
    const { shareOfCeiling, virtualSeconds, atBestSeconds } = await runBacklog(
      `${seed} ${kind}`,
      creations,
      kind,
    );
    lines.push(
      shareLine(
        `backlog of ${creations.toLocaleString('en')} ${kind}s, of Microsoft’s limits`,
        shareOfCeiling,
        0.97,
        `${withUnit(atBestSeconds, 's')} at best, ${withUnit(virtualSeconds, 's')} taken`,
      ),
    );
  }
  const adopted = teams * 8;
  const { shareOfCeiling, virtualSeconds } = await runAdoptions(seed, calm, adopted);
  return [
    ...lines,
    shareLine(
      `adoption of ${adopted.toLocaleString('en')} groups, of Microsoft’s limits`,
      shareOfCeiling,
      0.95,
      `${withUnit(virtualSeconds * shareOfCeiling, 's')} at best, ${withUnit(virtualSeconds, 's')} taken`,
    ),
  ];
}
