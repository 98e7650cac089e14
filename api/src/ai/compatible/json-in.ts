/** Where an object begins, or where a thought ends. Prose has no quote behind its braces. */
const landmarks = /\{\s*["}]|<\/think(?:ing)?>/g

/**
 * The JSON object that a model wrote, without the prose, the code fence and the thoughts around it;
 * one that was cut goes on to the end. Empty where there is none.
 */
export function jsonIn(text: string): string {
  let found = ''
  for (let from = 0; ;) {
    landmarks.lastIndex = from
    const landmark = landmarks.exec(text)
    if (landmark === null) return found
    const { index } = landmark
    const isThoughtEnd = text[index] === '<'
    const end = isThoughtEnd ? landmarks.lastIndex : endOfObject(text, index)
    const cutThought = end === undefined ? text.lastIndexOf('</think') : -1
    if (end === undefined && cutThought < index) return text.slice(index)
    // What was found in a thought is no answer; of several objects the last is.
    found = isThoughtEnd || end === undefined ? '' : text.slice(index, end)
    from = end ?? cutThought
  }
}

/** Whether a model has begun to think aloud and has not ended. */
export const isThinking = (text: string): boolean =>
  text.trimStart().startsWith('<think') && !text.includes('</think')

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
