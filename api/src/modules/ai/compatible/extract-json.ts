/** Where an object begins, or where a thought ends. Prose has no member behind its braces. */
const landmarks = /\{\s*(?:\}|"[^"]*"\s*:)|<\/(?:think(?:ing)?|thought|reasoning)>/g
const thoughtEnds = /<\/(?:think|thought|reasoning)/g

/**
 * The JSON object that a model wrote, without the prose, the code fence and the thoughts around it;
 * one that was cut goes on to the end. Empty where there is none.
 */
export function extractJson(text: string): string {
  const lastThought = [...text.matchAll(thoughtEnds)].at(-1)?.index ?? -1
  let found = ''
  for (let from = 0; ;) {
    landmarks.lastIndex = from
    const landmark = landmarks.exec(text)
    if (landmark === null) return found
    const { index } = landmark
    const isThoughtEnd = text[index] === '<'
    const end = isThoughtEnd ? landmarks.lastIndex : endOfObject(text, index)
    if (end === undefined && lastThought < index) return laterObject(found, text.slice(index))
    // What was found in a thought is no answer.
    found = isThoughtEnd || end === undefined ? '' : laterObject(found, text.slice(index, end))
    from = end ?? lastThought
  }
}

/** Of several objects the last is the answer, unless it is much shorter: then it is a comment. */
const laterObject = (before: string, last: string): string =>
  last.length * 2 < before.length ? before : last

/** Where the brace that opens at `start` is closed; braces in strings do not count. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  let isInString = false
  for (let index = start; index < text.length; index += 1) {
    const sign = text[index]
    if (isInString && sign === '\\') index += 1
    else if (sign === '"') isInString = !isInString
    else if (!isInString && sign === '{') depth += 1
    else if (!isInString && sign === '}') depth -= 1
    if (depth === 0) return index + 1
  }
  return undefined
}
