import type { JobField } from '@errand/contract/job-field'

import { detectLanguage } from '../../detect-language.ts'
import type { TurnMessage, TurnRequest } from '../../turn.ts'
import { surroundingsOf } from './answer-turn.ts'
import { understand } from './chat-so-far.ts'
import { findAnswer } from './find-answer.ts'
import { hear } from './heard.ts'

interface Reread {
  field: JobField
  message: TurnMessage
  business: Pick<TurnRequest['business'], 'timeZone' | 'locale'>
}

/** The answer to one field, as if it had been asked for alone; nothing where the message has none. */
export function readField({ field, message, business }: Reread) {
  const language = detectLanguage(message.text) ?? business.locale.split('-')[0] ?? 'en'
  const surroundings = surroundingsOf({ now: message.at, business, language })
  const heard = hear(message, language, [])
  const found = findAnswer(heard, { ...surroundings, field, isAsked: true })
  if (found === undefined) return undefined
  const { value, refused, evidence } = understand(field, heard, found, surroundings)
  return refused === undefined ? { value, evidence } : undefined
}
