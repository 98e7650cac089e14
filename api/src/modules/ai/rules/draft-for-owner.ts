import { AiRefused } from '../ai-provider.ts'
import { sentencesOf } from '../language/sentences.ts'
import type { Turn } from '../turn.ts'

interface Wish {
  instruction: string
  text: string
}

/** What rules can draft: the next question of the job, or the owner's own text in half its length. */
export function draftForOwner({ instruction, text }: Wish, turn: Turn): Turn {
  if (text !== '' && /short|brief|chhota|छोटा|corto|breve|أقصر/iu.test(instruction)) {
    return { ...turn, reply: shorten(text), action: 'continue', handoffReason: null }
  }
  if (instruction !== '' || turn.action === 'handoff' || turn.reply === '') {
    throw new AiRefused(
      'The built-in assistant asks only the questions of the job. An AI provider can write this.',
    )
  }
  return turn
}

/** Its first sentences, until half of it is left; at least one. */
function shorten(text: string): string {
  const sentences = sentencesOf(text)
  let kept = ''
  for (const sentence of sentences) {
    if (kept !== '' && kept.length + sentence.length > text.length / 2) break
    kept += sentence
  }
  return kept.trim()
}
