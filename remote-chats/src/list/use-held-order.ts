import { useMemo, useState } from 'react'

import { holdOrder } from './hold-order.ts'

interface Shown {
  key: string
  ids: readonly string[]
}

/** Keeps the order of a list while it is held, and gives the latest one when it is let go. */
export function useHeldOrder(latest: readonly string[], isHeld: boolean, listKey: string) {
  const [shown, setShown] = useState<Shown>({ key: listKey, ids: latest })
  const canHold = isHeld && shown.key === listKey && shown.ids.length > 0
  const held = shown.ids
  const { ids, waiting } = useMemo(
    () => (canHold ? holdOrder(held, latest) : { ids: latest, waiting: 0 }),
    [canHold, held, latest],
  )
  // What is drawn now is what has to stay: React draws it again at once, and nothing in between.
  const isSame = shown.key === listKey && hasSameOrder(held, ids)
  if (!isSame) setShown({ key: listKey, ids })
  return {
    // The same as before for the same order, so that nobody takes it for another.
    ids: isSame ? held : ids,
    waiting,
    release: () => setShown({ key: listKey, ids: [] }),
  }
}

const hasSameOrder = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index])
