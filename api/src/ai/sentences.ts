const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** The sentences of a text with what stands between them: joined they are the text again. */
export const sentencesOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)
