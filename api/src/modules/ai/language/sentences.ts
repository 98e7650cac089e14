const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** `Dr. Anita` is no end of a sentence. */
const abbreviation =
  /(?:^|[\s(])(?:dr|mr|mrs|ms|prof|sr|sra|st|no|nr|str|ca|approx|z\.b|etc)\.\s+$/iu

/** Nor is `28.` one before the name of a German month. */
const ordinal = /(?:^|[\s(])\d{1,2}\.\s+$/u
const germanMonth =
  /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jan|Feb|Apr|Jun|Jul|Aug|Sept?|Okt|Nov|Dez)(?![\p{L}\p{M}])/u

/** The sentences and lines of a text with what stands between them: joined they are the text again. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  // Only the last piece: a sentence that grows would be looked through again with each.
  let before = ''
  for (const { segment } of segmenter.segment(text)) {
    const isGoingOn =
      abbreviation.test(before) || (germanMonth.test(segment) && ordinal.test(before))
    if (isGoingOn) sentences[sentences.length - 1] += segment
    else sentences.push(segment)
    before = segment
  }
  return sentences
}
