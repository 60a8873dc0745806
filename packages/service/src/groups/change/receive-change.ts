// The body of a change as the rules read it: empty texts count as null, and a list without entries as absent.
import type { Static } from 'typebox';
import { type FieldError, noShapeErrors, type ShapeFaults } from '../../ground/errors.ts';
import { escapePointer } from '../../ground/input-order.ts';
import type {
  BulkKind,
  GroupChange,
  NamedProperty,
  OperationKind,
  PeopleChange,
} from './operation.ts';
import type { GroupChangeBody, RepairBody } from './operations.schema.ts';

/** @param shape members with faults are left out: the rules cannot read them */
export function receiveChange(body: unknown, shape: ShapeFaults): GroupChange {
  if (shape.hasWrongType) return {};
  const valid = Object.fromEntries(
    Object.entries(body as GroupChangeBody).filter(([member]) => !shape.members.has(member)),
  ) as GroupChangeBody;
  const { displayName, description, visibility, responsible, deputy, former, properties } = valid;
  const owners = listOf(valid.owners);
  const members = listOf(valid.members);
  return {
    ...(displayName !== undefined && { displayName }),
    ...(description !== undefined && { description: textOrNull(description) }),
    ...(visibility !== undefined && { visibility }),
    ...(responsible !== undefined && { responsible }),
    ...(deputy !== undefined && { deputy: textOrNull(deputy) }),
    ...(former !== undefined && { former }),
    ...(owners !== undefined && { owners }),
    ...(members !== undefined && { members }),
    ...(properties !== undefined && { setProperties: properties }),
  };
}

export function namesProperties(kind: OperationKind): kind is 'repair' | 'accept_drift' {
  return kind === 'repair' || kind === 'accept_drift';
}

/** The change of an operation that names properties; a repair without any takes those that differ. */
export function receiveProperties(
  kind: 'repair' | 'accept_drift',
  body: unknown,
  shape: ShapeFaults,
): GroupChange {
  if (shape.hasWrongType || shape.members.has('properties')) return {};
  const { properties } = (body ?? {}) as { readonly properties?: readonly NamedProperty[] };
  if (properties === undefined) return {};
  return kind === 'repair' ? { repair: { properties } } : { accepted: properties };
}

/** The members of a request for a kind; a request for a change and a single handover has those of PATCH. */
const membersOf = {
  handover: ['responsible', 'deputy', 'former'],
  archive: [],
  unarchive: [],
  delete: [],
  restore: [],
  repair: ['properties'],
  accept_drift: ['properties'],
  renew: ['until'],
  hold: [],
  release: [],
  adopt: [],
} as const satisfies Readonly<
  Record<BulkKind | 'renew' | 'hold' | 'release' | 'adopt', readonly string[]>
>;

/**
 * Members that are for another kind: without a fault they would have no effect, and nobody would know.
 * @param others members of every kind
 */
export function foreignMembers(
  kind: keyof typeof membersOf,
  body: object,
  { others, at = '' }: { readonly others: readonly string[]; readonly at?: string },
): FieldError[] {
  const known: readonly string[] = [...membersOf[kind], ...others];
  return Object.entries(body)
    .filter(([name, value]) => !known.includes(name) && (value ?? '') !== '')
    .map(([name]) => {
      const detail = `${name} is unknown for the kind ${kind}; known: ${known.join(', ')}.`;
      return {
        pointer: `${at}/${escapePointer(name)}`,
        code: 'unknown_member',
        detail,
        values: { name },
      };
    });
}

/** Only a handover names people, and only a repair and an acceptance name properties. */
export function receiveNamed(
  kind: BulkKind,
  {
    responsible,
    deputy,
    former,
    properties,
  }: Pick<GroupChangeBody, 'responsible' | 'deputy' | 'former'> & Static<typeof RepairBody>,
): GroupChange {
  if (namesProperties(kind)) return receiveProperties(kind, { properties }, noShapeErrors);
  if (kind !== 'handover') return {};
  return receiveChange({ responsible, deputy, former }, noShapeErrors);
}

/** A reason with a fault is among the faults of the shape. */
export function reasonIn(body: unknown, shape: ShapeFaults): string | null {
  if (shape.hasWrongType || shape.members.has('reason')) return null;
  return (body as GroupChangeBody).reason || null;
}

function textOrNull(text: string | null): string | null {
  return text === '' ? null : text;
}

function listOf(
  list: { readonly add?: readonly string[]; readonly remove?: readonly string[] } | undefined,
): PeopleChange | undefined {
  const { add = [], remove = [] } = list ?? {};
  return add.length + remove.length === 0 ? undefined : { add, remove };
}

/** Number of people that a body names; the body may have any shape. */
export function countChangedPeople(body: unknown): number {
  const { owners, members } = (body ?? {}) as Record<string, unknown>;
  return [owners, members]
    .flatMap((list) => {
      const { add, remove } = (list ?? {}) as Record<string, unknown>;
      return [add, remove];
    })
    .reduce<number>((count, list) => count + (Array.isArray(list) ? list.length : 0), 0);
}
