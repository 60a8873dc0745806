// The fields of a request that were left or sent: only their faults are shown, first by a plan of what they have then.
import { type FocusEvent, useState } from 'react';
import type { RequestValues } from './request-values.ts';

/** @param isPlanned whether there is a plan of the present values */
export function useVisited(initial: RequestValues, values: RequestValues, isPlanned: boolean) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [visited, setVisited] = useState(left);
  if (isPlanned && visited !== left) setVisited(left);
  const visit = (...pointers: readonly string[]) =>
    setLeft((before) => new Set([...before, ...pointers]));
  // A field that nobody has filled in has no fault yet.
  const visitChanged = async (pointer: string) => {
    const { changedPointers } = await import('../../../components/check-fields.ts');
    if (changedPointers(initial, values).some((one) => fieldOf(one) === pointer)) visit(pointer);
  };
  return {
    isVisited: (pointer: string) => visited.has('') || visited.has(pointer),
    visit,
    visitAll: () => visit(''),
    /** The fields are in it. */
    onBlur: ({ target }: FocusEvent) => {
      const pointer = target.closest<HTMLElement>('[data-pointer]')?.dataset['pointer'];
      if (pointer !== undefined) void visitChanged(pointer);
    },
  };
}

/** The field of a fault: a fault may be about a part of it. */
export function fieldOf(pointer = ''): string {
  const parts = pointer.split('/');
  return parts.slice(0, parts[1] === 'properties' ? 3 : 2).join('/');
}

export function fieldsOf(faults: readonly { readonly pointer?: string }[]): readonly string[] {
  return faults.map(({ pointer }) => fieldOf(pointer)).filter((field) => field !== '');
}
