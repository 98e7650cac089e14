const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** `Dr. Anita` is no end of a sentence. */
const abbreviated =
  /(?:^|[\s(])(?:dr|mr|mrs|ms|prof|sr|sra|st|no|nr|str|ca|approx|z\.b|etc)\.\s+$/iu

/** The sentences and lines of a text with what stands between them: joined they are the text again. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  for (const { segment } of segmenter.segment(text)) {
    const before = sentences.at(-1)
    if (before !== undefined && abbreviated.test(before)) sentences[sentences.length - 1] += segment
    else sentences.push(segment)
  }
  return sentences
}
