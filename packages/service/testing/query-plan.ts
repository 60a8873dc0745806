// The plan of a statement as PostgreSQL explains it.

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  /** An example is `CTE placed`. */
  readonly 'Subplan Name'?: string;
  /** Only `analyze` gives the rows of each execution, and the executions. */
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  /** It comes with `buffers`. */
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A row of `explain (format json)`. */
export interface PlanRow {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }];
}

/** Every node of the plan, from the root down. */
export function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** The nodes that read a table, apart from those that write it. @param table default: any */
export function readsIn(plan: PlanNode, table?: string): PlanNode[] {
  return nodesOf(plan).filter(
    ({ 'Relation Name': name, 'Node Type': type }) =>
      name !== undefined && (table === undefined || name === table) && type !== 'ModifyTable',
  );
}
