/** Where an element was on the page: within `parent`, behind `before` or as the first. */
export interface Gap {
  parent: Element
  before: Node | null
}

/** The place of an element that is there still. */
export const placeOf = (element: Element): Gap => ({ parent: element, before: element })

/** What becomes of a place by changes: the gap that is left where it is taken away. */
export function afterChanges(place: Gap, changes: readonly MutationRecord[]): Gap {
  let gap = place
  for (const { target, previousSibling, removedNodes } of changes) {
    const { parent, before } = gap
    const isGone = [...removedNodes].some((node) => node.contains(parent) || node === before)
    if (isGone && target instanceof Element) gap = { parent: target, before: previousSibling }
  }
  return gap
}

/** Whether an element comes after a gap in the order of the page. */
export function isAfterGap(element: Element, { parent, before }: Gap): boolean {
  const from = before?.isConnected === true ? before : parent
  const place = from.compareDocumentPosition(element)
  const isWithin = (place & Node.DOCUMENT_POSITION_CONTAINED_BY) !== 0
  return (place & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && (from === parent || !isWithin)
}
