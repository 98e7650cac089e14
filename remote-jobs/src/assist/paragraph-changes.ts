import { diffArrays } from 'diff'

/** A place where a proposal and what is written are the same, or differ. */
export interface Change {
  isSame: boolean
  /** What is written. */
  mine: readonly string[]
  /** What is proposed. */
  theirs: readonly string[]
  /** What was written after the proposal was asked for; nothing removes it. */
  kept: readonly string[]
}

/** Each with the empty lines that follow it, so that together they are the text again. */
const paragraphsOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n\n)(?!\n)/))

const isEqual = (one: string, other: string): boolean => one.trim() === other.trim()

/**
 * Compares what is written now with a proposal, paragraph by paragraph. `base` is what was written
 * when the proposal was asked for: what came since is its owner's, and stays.
 */
export function changesBetween(current: string, proposed: string, base: string): Change[] {
  const before = new Set(paragraphsOf(base).map((paragraph) => paragraph.trim()))
  const [mine, theirs] = [paragraphsOf(current), paragraphsOf(proposed)]
  const changes: Change[] = []
  let [at, of] = [0, 0]
  for (const { count, added, removed } of diffArrays(mine, theirs, { comparator: isEqual })) {
    // Each side by its own bytes: paragraphs that count as equal may have other gaps below.
    const ours = added ? [] : mine.slice(at, at + count)
    const proposedHere = removed ? [] : theirs.slice(of, of + count)
    at += ours.length
    of += proposedHere.length
    const isSame = !added && !removed
    const open = isSame || changes.at(-1)?.isSame === true ? undefined : changes.pop()
    const all = [...(open?.mine ?? []), ...ours]
    changes.push({
      isSame,
      mine: all,
      theirs: [...(open?.theirs ?? []), ...proposedHere],
      kept: isSame ? [] : all.filter((paragraph) => !before.has(paragraph.trim())),
    })
  }
  return changes.flatMap(inPairs)
}

/** As many paragraphs for as many others: each takes the place of one, and is decided by itself. */
function inPairs(change: Change): Change[] {
  const { isSame, mine, theirs, kept } = change
  if (isSame || mine.length !== theirs.length) return [change]
  return mine.map((paragraph, index) => ({
    isSame,
    mine: [paragraph],
    theirs: theirs.slice(index, index + 1),
    kept: kept.filter((one) => one === paragraph),
  }))
}

/** The text once the changes at these places are accepted; the others stay as they are written. */
export function acceptChanges(changes: readonly Change[], accepted: ReadonlySet<number>): string {
  const paragraphs = changes.flatMap(({ isSame, mine, theirs, kept }, index) =>
    isSame || !accepted.has(index) ? mine : [...kept, ...theirs],
  )
  return joined(paragraphs)
}

/** The text once everything is accepted: the proposal itself, unless something has to stay. */
export function acceptAll(current: string, proposed: string, base: string): string {
  const changes = changesBetween(current, proposed, base)
  if (changes.every(({ kept }) => kept.length === 0)) return proposed
  return acceptChanges(changes, new Set(changes.keys()))
}

/** Both, one below the other. */
export const insertBelow = (current: string, proposed: string): string =>
  joined([...paragraphsOf(current), ...paragraphsOf(proposed)])

/** Paragraphs as a text; where they come from different texts an empty line is put between. */
function joined(paragraphs: readonly string[]): string {
  const last = paragraphs.length - 1
  return paragraphs
    .map((paragraph, index) =>
      index === last || paragraph.endsWith('\n\n') ? paragraph : `${paragraph.trimEnd()}\n\n`,
    )
    .join('')
}
