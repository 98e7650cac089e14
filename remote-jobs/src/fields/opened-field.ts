import { atom, useAtomValue, useSetAtom, type PrimitiveAtom } from 'jotai'
import { useMemo, useState } from 'react'

/** Which row of the fields is open. An atom: opening one is nothing to the others, or to the form. */
export type OpenedField = PrimitiveAtom<number | undefined>

/** A form's own, and the way to open one from outside of the list. */
export function useOpenedField() {
  const [opened] = useState<OpenedField>(() => atom<number | undefined>(undefined))
  return { opened, open: useSetAtom(opened) }
}

/** Whether that row is the open one; drawn again only when this changes. */
export const useIsOpen = (opened: OpenedField, index: number): boolean =>
  useAtomValue(useMemo(() => atom((get) => get(opened) === index), [opened, index]))

/** Where the item at a place is once another was moved, or it was itself. */
export function placeAfterMove(at: number, from: number, to: number): number {
  if (at === from) return to
  const isBetween = at >= Math.min(from, to) && at <= Math.max(from, to)
  return isBetween ? at + (from < to ? -1 : 1) : at
}
