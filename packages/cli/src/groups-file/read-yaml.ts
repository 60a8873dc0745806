// Groups from YAML (or JSON, which is YAML): `defaults` for all, and a list of `groups`.
import {
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';
import { describeYamlFault } from '../../../service/src/ground/yaml-faults.ts';
import { nearest } from './nearest.ts';
import {
  FileFaults,
  aliasFaults,
  allMembers,
  listMembers,
  memberOfPointer,
  requestOf,
  type Defaults,
  type FileFault,
  type GroupEntry,
  type GroupFields,
  type SourceLocation,
} from './group-entry.ts';

/** @throws FileFaults */
export function readYaml(text: string, standard: Defaults = {}): GroupEntry[] {
  const counter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: counter,
    prettyErrors: false,
    stringKeys: true,
  });
  const at = (offset: number): SourceLocation => {
    const { line, col } = counter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const faults: FileFault[] = [];
  const blame = (node: Node | null | undefined, detail: string): void => {
    faults.push({ ...at(node?.range?.[0] ?? 0), detail });
  };
  for (const { pos, code } of [...document.errors, ...document.warnings]) {
    faults.push({ ...at(pos[0]), detail: describeYamlFault(code) });
  }
  if (faults.length > 0) throw new FileFaults(faults);

  const file = document.contents;
  if (!isMap(file)) {
    throw new FileFaults([
      { ...at(0), detail: 'The file must begin with "groups:" and list them.' },
    ]);
  }
  blameUnknown(file, ['defaults', 'groups'], blame);
  const defaults = resolve(file.get('defaults', true));
  const groups = resolve(file.get('groups', true));
  if (!isSeq(groups)) blame(groups ?? file, 'groups must be a list of groups.');
  if (defaults !== undefined && !isMap(defaults))
    blame(defaults, 'defaults must contain members of a group.');
  const shared = isMap(defaults) ? readFields(defaults, blame) : {};

  const entries = (isSeq(groups) ? groups.items : []).flatMap((item): GroupEntry[] => {
    const group = resolve(item);
    if (!isMap(group)) {
      blame(
        group ?? (item as Node),
        'A group must be an object with members such as displayName and mailNickName.',
      );
      return [];
    }
    const own = readFields(group, blame);
    const properties = { ...shared.properties, ...own.properties };
    const hasProperties = Object.keys(properties).length > 0;
    const fields = { ...standard, ...shared, ...own, ...(hasProperties && { properties }) };
    const request = requestOf(fields);
    if (!('responsible' in request)) {
      const said = new Set(group.items.map(keyOf));
      const missing = request.filter((name) => !said.has(name));
      if (missing.length > 0) blame(group, `The group has no ${missing.join(', no ')}.`);
      return [];
    }
    return [
      {
        request,
        externalId: fields.externalId,
        named: new Set(Object.keys(fields)),
        locationOf: (pointer) => at(offsetOf(group, pointer)),
      },
    ];
  });
  const all = [...faults, ...aliasFaults(entries)];
  if (all.length > 0) throw new FileFaults(all);
  return entries;

  /** Replaces aliases (`*anchor`) by their targets. */
  function resolve(node: unknown): Node | undefined {
    if (node === undefined || node === null) return undefined;
    const target = node as Node & { resolve?: (doc: typeof document) => Node | undefined };
    return typeof target.resolve === 'function' ? target.resolve(document) : target;
  }

  function readFields(map: YAMLMap, report: typeof blame): GroupFields {
    blameUnknown(map, allMembers, report);
    const fields: Record<string, GroupFields[keyof GroupFields]> = {};
    for (const pair of map.items) {
      const name = keyOf(pair);
      const value = resolve(pair.value);
      if (!allMembers.includes(name) || isNothing(value)) continue;
      if (name === 'properties') {
        if (isMap(value)) fields[name] = readProperties(value, report);
        else report(value, 'properties must be an object of names and values.');
      } else if ((listMembers as readonly string[]).includes(name)) {
        const items = isSeq(value) ? value.items.map((item) => resolve(item)) : undefined;
        if (items === undefined) report(value, `${name} must be a list of people.`);
        for (const item of items ?? []) {
          if (textOf(item) === undefined)
            report(item, `${name} must list people by e-mail address or id.`);
        }
        fields[name] = (items ?? []).flatMap((item) => textOf(item) ?? []);
      } else {
        const text = textOf(value);
        if (text === undefined) report(value, `${name} must be text.`);
        fields[name] = text ?? '';
      }
    }
    return fields;
  }

  function readProperties(map: YAMLMap, report: typeof blame): Record<string, string> {
    const values = map.items.flatMap((pair): [string, string][] => {
      const value = resolve(pair.value);
      if (isNothing(value)) return [];
      const text = textOf(value);
      if (text === undefined) report(value, `${keyOf(pair)} must be text or a number.`);
      return text === undefined ? [] : [[keyOf(pair), text]];
    });
    return Object.fromEntries(values);
  }
}

function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : '';
}

function isNothing(node: Node | undefined): boolean {
  return node === undefined || (isScalar(node) && node.value === null);
}

/** A bare 4711 is meant as text; what it looked like is kept, 007 included. */
function textOf(node: Node | undefined): string | undefined {
  if (!isScalar(node)) return undefined;
  const { value, source } = node;
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? (source ?? String(value)) : undefined;
}

function blameUnknown(
  map: YAMLMap,
  known: readonly string[],
  blame: (node: Node | null | undefined, detail: string) => void,
): void {
  for (const pair of map.items) {
    const name = keyOf(pair);
    if (known.includes(name)) continue;
    const meant = nearest(name, known);
    const hint =
      meant === undefined ? `; known are ${known.join(', ')}.` : `; did you mean ${meant}?`;
    blame(pair.key as Node, `${name} is unknown${hint}`);
  }
}

function offsetOf(group: YAMLMap, pointer: string): number {
  const { name, index, property } = memberOfPointer(pointer);
  const pair = group.items.find((item) => keyOf(item) === name);
  if (property !== undefined && isMap(pair?.value)) {
    const value = pair.value.items.find((item) => keyOf(item) === property)?.value;
    return ((value as Node | null | undefined) ?? pair.value).range?.[0] ?? 0;
  }
  const item =
    isSeq(pair?.value) && index !== undefined ? (pair.value.items[index] as Node) : undefined;
  const node = item ?? (pair?.value as Node | null | undefined) ?? group;
  return node.range?.[0] ?? 0;
}
