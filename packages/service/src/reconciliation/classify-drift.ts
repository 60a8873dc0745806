// Decides which drift a group of the directory shows, by its record or else by its names.
import type { Clock } from '../ground/clock.ts';
import type { DirectoryGroup } from '../directory/directory.ts';
import { checkNames } from '../settings/naming/check-names.ts';
import type { Organisation } from '../settings/organisations/organisation.ts';
import type { Template } from '../settings/organisations/template.ts';
import { isToBeRemoved, type MarkedRecord } from '../engine/marked-records.ts';
import type { Drift } from './report.ts';

export type OwnGroup = DirectoryGroup & { readonly marker: string };

export type DetectedDrift = Drift &
  (
    | {
        /** The group has no record. Its names or the operator determine its template. */
        readonly kind: 'adopt';
        readonly group: OwnGroup;
        readonly organisation: Organisation;
        readonly template: Template;
        readonly properties: Readonly<Record<string, string>>;
      }
    /** Its creation failed and could not remove it. */
    | { readonly kind: 'remove'; readonly group: OwnGroup }
    /**
     * Someone removed the group in the directory; a group that was recorded as missing or deleted exists again; or the
     * right resolution is unknown.
     */
    | { readonly kind: 'restored' | 'unresolved' }
    | { readonly kind: 'missing'; readonly by?: string | undefined }
  );

export interface ClassifyDeps {
  readonly organisations: readonly Organisation[];
  /** Template for unrecorded groups whose names match no template, or several. */
  readonly fallback:
    | { readonly organisation: Organisation; readonly template: Template }
    | undefined;
  readonly clock: Clock;
}

/**
 * Decides what follows from a group that carries a marker of ours; undefined: nothing.
 * @param before groups that were deleted later may still be listed
 */
export function classifyDrift(
  group: OwnGroup,
  record: MarkedRecord | undefined,
  before: Date,
  deps: ClassifyDeps,
): DetectedDrift | undefined {
  if (record === undefined) return classifyUnrecorded(group, deps);
  const { marker, mailNickname } = group;
  // The marker stays on a group that is no longer governed, or that could not be adopted.
  const hasFailed = record.status === 'failed' || record.status === 'cancelled';
  if (record.isEnded || (record.isAdoption && hasFailed)) return undefined;
  switch (record.status) {
    case 'accepted':
    case 'awaiting_approval':
    case 'running':
      return undefined;
    case 'succeeded': {
      const isDeleted = record.deletedAt !== null && record.deletedAt < before;
      if (record.isChanging || !(record.isMissing || isDeleted)) return undefined;
      const outcome = 'It exists in the directory again.';
      const { teamId } = record;
      return { kind: 'restored', teamId, mailNickname, resolved: false, outcome };
    }
    case 'failed':
    case 'cancelled': {
      if (!isToBeRemoved(record)) {
        const reason = `Its creation is recorded as ${record.status} before it created a group.`;
        return unresolved(marker, mailNickname, reason);
      }
      const outcome = 'Its creation failed.';
      return { kind: 'remove', group, teamId: marker, mailNickname, resolved: false, outcome };
    }
    default:
      return record.status satisfies never;
  }
}

function classifyUnrecorded(
  group: OwnGroup,
  { organisations, fallback, clock }: ClassifyDeps,
): DetectedDrift {
  const { marker, mailNickname, displayName } = group;
  const candidates = organisations.flatMap((organisation) =>
    organisation.templates.flatMap((template) => {
      const names = checkNames({
        template,
        organisation,
        mailNickName: mailNickname,
        displayName,
        now: clock.now(),
      });
      if (names.faults !== undefined) return [];
      return [{ organisation, template, properties: names.properties }];
    }),
  );
  const [only] = candidates;
  const match =
    only !== undefined && candidates.length === 1
      ? only
      : fallback && { ...fallback, properties: {} };
  if (match !== undefined) {
    return {
      kind: 'adopt',
      teamId: marker,
      mailNickname,
      resolved: false,
      outcome: `${match.organisation.identifier}/${match.template.identifier}`,
      group,
      ...match,
    };
  }
  return unresolved(
    marker,
    mailNickname,
    candidates.length === 0
      ? 'Its names match no template.'
      : `Its names match ${candidates.length} templates.`,
  );
}

export function unresolved(teamId: string, mailNickname: string, outcome: string): DetectedDrift {
  return { kind: 'unresolved', teamId, mailNickname, resolved: false, outcome };
}
