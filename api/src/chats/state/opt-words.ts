/** The words that everybody knows; an owner adds those of his language. */
const usualOut = ['stop', 'unsubscribe', 'stopall', 'optout']
const usualIn = ['start', 'unstop']

/**
 * Whether a message says nothing but that the contact wants no more messages, or wants them again.
 * The whole text has to be the word: who cancels a booking, or asks us to stop by, goes on.
 */
export function readOptWord(
  text: string,
  words: { optOutKeywords: string[]; optInKeywords: string[] },
): 'out' | 'in' | undefined {
  const said = plain(text)
  if ([...usualOut, ...words.optOutKeywords.map(plain)].includes(said)) return 'out'
  if ([...usualIn, ...words.optInKeywords.map(plain)].includes(said)) return 'in'
  return undefined
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}
