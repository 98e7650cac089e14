/** Where an element is on the page, or was: within `parent`, behind `before` or as the first. */
export interface Gap {
  parent: Element
  before: Node | null
  /** Whether it was taken away, or switched on or off. */
  isTaken: boolean
}

/** The place of an element that is there still. */
export const placeOf = (element: Element): Gap => ({
  parent: element,
  before: element,
  isTaken: false,
})

/** Whether a change switches an element on or off, by itself or by what it stands in. */
export const isSwitch = ({ type, target }: MutationRecord, element: Element): boolean =>
  type === 'attributes' && target.contains(element)

/** What becomes of a place by changes: the gap that is left where something is taken away. */
export function afterChanges(place: Gap, changes: readonly MutationRecord[]): Gap {
  let gap = place
  for (const change of changes) {
    const { target, previousSibling, removedNodes } = change
    const { parent, before } = gap
    const isGone = [...removedNodes].some((node) => node.contains(parent) || node === before)
    if (isGone && target instanceof Element) {
      gap = { parent: target, before: previousSibling, isTaken: true }
    } else if (isSwitch(change, parent)) {
      gap = { ...gap, isTaken: true }
    }
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
