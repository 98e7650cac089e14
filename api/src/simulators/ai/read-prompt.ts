import { generateSchema } from '@errand/contract/job-generation'
import { jobFieldSchema } from '@errand/contract/job-field'
import { createJobSchema } from '@errand/contract/jobs'
import * as z from 'zod/mini'

import type { DraftRequest } from '../../ai/ai-provider.ts'
import type { FieldState, TurnMessage, TurnRequest } from '../../ai/turn.ts'

/** A prompt as the client sends it: what it is told, and what it is given. */
export interface Prompt {
  instructions: string
  material: string
}

/** What the owner wants drafted; the rest of the request is not told to models. */
export const readDraftPrompt = ({ material }: Prompt): DraftRequest =>
  generateSchema.parse(between(material, 'owner'))

const lineSchema = z.object({
  from: z.enum(['customer', 'assistant', 'owner', 'system']),
  text: z.string(),
})
const chatSchema = z.object({
  answers: z.record(z.string(), z.unknown()),
  history: z.array(lineSchema),
  toAnswer: z.array(lineSchema),
})

/** A model knows no more of a turn than what it reads; what is missing is as usual. */
export function readTurnPrompt({ instructions, material }: Prompt): TurnRequest {
  const chat = chatSchema.parse(between(material, 'chat'))
  const [, businessName = '', jobName = ''] =
    /^Business: (.*)\. Task: (.*)\.$/m.exec(instructions) ?? []
  const [, greeting = ''] = /^Your greeting in a new chat: (.*)$/m.exec(instructions) ?? []
  const [, timeZone = 'UTC'] = /^Now it is .* \((.+)\)\.$/m.exec(material) ?? []
  const usual = createJobSchema.parse({ name: 'Job' })
  return {
    job: {
      ...usual,
      name: jobName,
      instructions,
      greeting,
      behaviour: {
        ...usual.behaviour,
        askOneAtATime: !instructions.includes('Ask for all missing fields together.'),
        confirmAtEnd: !instructions.includes('is missing any more, complete.'),
      },
    },
    fields: readFields(material, chat.answers),
    history: toMessages(chat.history),
    inbound: toMessages(chat.toAnswer),
    phase: instructions.includes('All answers are there.') ? 'confirming' : 'collecting',
    facts: [],
    business: { name: businessName === 'not named' ? '' : businessName, timeZone, locale: 'en' },
    now: new Date(),
  }
}

/** Each field is a line of its own, between the word and the chat. */
function readFields(material: string, answers: Record<string, unknown>): FieldState[] {
  const [, lines = ''] = /^Fields:\n([^]*?)<chat>/m.exec(material) ?? []
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line, order) => {
      const { state, problem, attempts = 0, onlyIf, ...told } = JSON.parse(line)
      const field = jobFieldSchema.parse({ ...told, condition: onlyIf, order })
      const value = answers[field.key]
      return {
        field,
        state: /^(missing|invalid|answered)$/.test(state) ? state : 'locked',
        ...(value !== undefined && { value }),
        ...(problem !== undefined && { problem }),
        attempts,
      }
    })
}

const toMessages = (lines: z.output<typeof lineSchema>[]): TurnMessage[] =>
  lines.map(({ from, text }, index) => ({
    id: String(index),
    author: from === 'customer' ? 'contact' : from,
    text,
    at: new Date(),
  }))

/** The material of a prompt, which stands between tags of its own. */
function between(material: string, tag: string): unknown {
  const start = material.indexOf(`<${tag}>`)
  const end = material.lastIndexOf(`</${tag}>`)
  if (start === -1 || end === -1) throw new Error(`The prompt has no <${tag}>.`)
  return JSON.parse(material.slice(start + tag.length + 2, end))
}
