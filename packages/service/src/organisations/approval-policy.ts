// Approval of requested groups: who has to agree before anything is created.
import type { PersonReference } from '../directory/directory.ts';

/** A person by id or address, or `manager`: the manager of the responsible person. */
export type Approver = PersonReference;

export const managerApproves: Approver = 'manager';

export interface ApprovalPolicy {
  /** `public`: only groups that everyone in the organisation may join. */
  readonly when: 'always' | 'public';
  /** One after the other. In each, any one of the people approves. */
  readonly stages: readonly { readonly by: readonly Approver[] }[];
  /** A stage that nobody decides in time; ISO 8601. */
  readonly lapse: { readonly after: string; readonly as: 'rejected' | 'approved' };
  /** Whether the responsible person of the group may approve it. */
  readonly selfApproval: boolean;
  /** Whether a link is enough, or its holder also signs in. */
  readonly decisions: 'link' | 'signed_in';
}

interface Approvable {
  readonly visibility: 'private' | 'public';
  readonly approval?: ApprovalPolicy;
}

/** The policy that a request under this template's policy has to pass; undefined: none. */
export function requiredApproval({ visibility, approval }: Approvable): ApprovalPolicy | undefined {
  if (approval === undefined) return undefined;
  return approval.when === 'always' || visibility === 'public' ? approval : undefined;
}

type Input = Pick<ApprovalPolicy, 'stages'> &
  Partial<Pick<ApprovalPolicy, 'when' | 'selfApproval' | 'decisions'>> & {
    readonly lapse?: Partial<ApprovalPolicy['lapse']>;
  };

/** In one order of members. @param input null: no approval; undefined: as at present */
export function completeApproval(
  input: Input | null | undefined,
  present: ApprovalPolicy | undefined,
): ApprovalPolicy | undefined {
  if (input === null) return undefined;
  if (input === undefined) return present;
  const { when, stages, lapse, selfApproval, decisions } = input;
  return {
    when: when ?? 'always',
    stages: stages.map(({ by }) => ({ by })),
    lapse: { after: lapse?.after ?? 'P14D', as: lapse?.as ?? 'rejected' },
    selfApproval: selfApproval ?? false,
    decisions: decisions ?? 'signed_in',
  };
}
