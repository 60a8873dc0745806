// Filters that are part of the page's address, so that they survive a reload, Back, and a shared link.
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';

export type AddressFilters<Name extends string> = Readonly<Record<Name, string>>;

/** Whether a range of days ends before it begins, so that nothing is in it. */
export function isReversed({ from, until }: AddressFilters<'from' | 'until'>): boolean {
  return from !== '' && until !== '' && until < from;
}

/** @returns the filters, empty where the address has none, and a function that changes some of them */
export function useAddressFilters<const Name extends string>(
  names: readonly Name[],
): readonly [AddressFilters<Name>, (change: Partial<AddressFilters<Name>>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const filters = Object.fromEntries(
    names.map((name) => [name, parameters.get(name) ?? '']),
  ) as AddressFilters<Name>;
  const set = (change: Partial<AddressFilters<Name>>) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries<string | undefined>(change)) {
          if (value === undefined || value === '') after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return [filters, set];
}

/** A dialog that a button opens at once, so that no key is lost, and that the address `?new=NAME` opens as well. */
export function useNewDialog(
  name: string,
  isAllowed: boolean,
): readonly [boolean, (isOpen: boolean) => void] {
  const [{ new: asked }, set] = useAddressFilters(['new']);
  const [isOpen, setIsOpen] = useState(false);
  const open = useEffectEvent(() => {
    setIsOpen(isAllowed);
    set({ new: '' });
  });
  useEffect(() => {
    if (asked === name) open();
  }, [asked, name]);
  return [isOpen, setIsOpen];
}
