// Hosts with separate networks, as in a deployment on several machines: namespaces of Linux behind one bridge, which also
// leads to the namespace of the test. A cable can be pulled, and one host can lose its way to another. Processors and disks
// are shared. Root only.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';

export interface Host {
  readonly address: string;
  /** Starts a program on the host; its process has the id of the command. */
  command(this: void, program: string, ...parameters: string[]): readonly [string, ...string[]];
  /** Nothing passes, and no connection is closed. */
  pullCable(this: void): void;
  plugIn(this: void): void;
  /** Nothing reaches the other host from here, and no connection is closed. */
  losesWayTo(this: void, other: Host): void;
  findsWayTo(this: void, other: Host): void;
}

export interface Hosts {
  /** The address of the test in the network of the hosts. */
  readonly outside: string;
  /** The whole network, with the number of its bits. */
  readonly network: string;
  add(this: void): Host;
  remove(this: void): void;
}

/** Why there can be none here; undefined: there can. */
export function hindranceToHosts(): string | undefined {
  if (process.platform !== 'linux') return 'namespaces of the network are of Linux';
  if (process.getuid?.() !== 0) return 'only root makes namespaces of the network';
  if (spawnSync('ip', ['-V']).status !== 0) return 'the program ip is not installed';
  const probe = `gw-probe-${process.pid}`;
  if (spawnSync('ip', ['netns', 'add', probe]).status !== 0)
    return 'namespaces are not permitted here';
  spawnSync('ip', ['netns', 'delete', probe]);
  return undefined;
}

export function createHosts(): Hosts {
  const id = randomBytes(3).toString('hex');
  // One of the networks for private use that hardly anything else has.
  const prefix = `10.${213 + (process.pid % 40)}.${randomBytes(1)[0] ?? 0}`;
  const bridge = `gwb${id}`;
  const spaces: string[] = [];
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${prefix}.1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');

  return {
    outside: `${prefix}.1`,
    network: `${prefix}.0/24`,
    add() {
      const number = spaces.length + 2;
      const space = `gw-${id}-${number}`;
      const [inside, plug] = [`gwi${id}${number}`, `gwo${id}${number}`];
      const address = `${prefix}.${number}`;
      ip('netns', 'add', space);
      spaces.push(space);
      ip('link', 'add', plug, 'type', 'veth', 'peer', 'name', inside);
      ip('link', 'set', inside, 'netns', space);
      ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', inside);
      ip('-n', space, 'link', 'set', 'lo', 'up');
      ip('-n', space, 'link', 'set', inside, 'up');
      ip('link', 'set', plug, 'master', bridge, 'up');
      const neighbour = (change: string, other: Host, ...more: string[]) =>
        ip('-n', space, 'neigh', change, other.address, 'dev', inside, ...more);
      return {
        address,
        command: (program, ...parameters) => ['ip', 'netns', 'exec', space, program, ...parameters],
        pullCable: () => ip('link', 'set', plug, 'nomaster'),
        plugIn: () => ip('link', 'set', plug, 'master', bridge),
        // An address of the hardware that no host has.
        losesWayTo: (other) =>
          neighbour('replace', other, 'lladdr', '02:00:00:00:00:01', 'nud', 'permanent'),
        findsWayTo: (other) => neighbour('del', other),
      };
    },
    remove() {
      for (const space of spaces) ip('netns', 'delete', space);
      ip('link', 'delete', bridge);
    },
  };
}

function ip(...parameters: string[]): void {
  const { status, stderr } = spawnSync('ip', parameters, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${parameters.join(' ')}: ${stderr}`);
}
