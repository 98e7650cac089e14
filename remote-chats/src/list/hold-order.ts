/** A list as it stands on the screen, and how many chats wait for their new place. */
export interface HeldOrder {
  ids: readonly string[]
  waiting: number
}

/**
 * The order to show while somebody points at the list: nothing moves under his hand. What is gone
 * from the list goes; what came or would move up waits. Further pages are behind what is shown.
 */
export function holdOrder(shown: readonly string[], latest: readonly string[]): HeldOrder {
  const there = new Set(latest)
  const kept = shown.filter((id) => there.has(id))
  const known = new Set(kept)
  const last = kept.at(-1)
  const end = last === undefined ? -1 : latest.indexOf(last)
  const behind = latest.filter((id, index) => !known.has(id) && index > end)
  const ids = [...kept, ...behind]
  const arrived = latest.length - ids.length
  return { ids, waiting: arrived + countMovedUp(kept, latest) }
}

/** How many of those that are shown have overtaken one that stands above them. */
function countMovedUp(kept: readonly string[], latest: readonly string[]): number {
  const places = new Map(latest.map((id, index) => [id, index]))
  let highest = -1
  let moved = 0
  for (const id of kept) {
    const place = places.get(id) ?? 0
    if (place < highest) moved += 1
    else highest = place
  }
  return moved
}
