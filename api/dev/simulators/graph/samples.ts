import { badParameter } from './refusal.ts'
import samples from './samples.json' with { type: 'json' }
import type { PhoneMessage, SimulatedBusiness, SimulatedTemplate } from './simulation.ts'
import { dayMs, seconds } from './webhooks.ts'

export interface Webhook {
  field: string
  value: object
  entryId?: string
}

export type SampleType = keyof typeof samples.messages

/** Rare messages of contacts as the provider tells them, with what the phone calls them. */
export const sampleMessages: Record<SampleType, { label: string; hint?: string; content: object }> =
  samples.messages

/** What can happen to a business's account: in words for people, and as the provider tells it. */
export const accountEvents: Record<
  string,
  { label: string; sets?: Partial<SimulatedBusiness> } & (Webhook | { value?: undefined })
> = samples.accountEvents

/** What can happen to a template. */
export const templateEvents: Record<string, { sets: Partial<SimulatedTemplate> } & Webhook> =
  samples.templateEvents

/** The templates that every new account has. */
export const givenTemplates: SimulatedTemplate[] = samples.templates

const dateIn = (days: number) =>
  new Date(Date.now() + days * dayMs).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })

/** A copy of a sample, with the values of its `$names`. */
export function fillIn(sample: object, values: Record<string, unknown>): object {
  const all: Record<string, unknown> = {
    $inAWeek: seconds(Date.now() + 7 * dayMs),
    $today: dateIn(0),
    $inTwoMonths: dateIn(61),
    $unsupported: samples.unsupported,
    ...values,
  }
  return JSON.parse(JSON.stringify(sample), (_key, value: unknown) =>
    typeof value === 'string' && Object.hasOwn(all, value) ? all[value] : value,
  ) as object
}

/** The message types that a contact can send from the simulated phone. */
export const phoneTypes = [
  'text',
  'image',
  'audio',
  'video',
  'document',
  'sticker',
  'location',
  'interactive',
  'button',
  'reaction',
  // Whatever else: the text is the message's content as JSON.
  'json',
  ...(Object.keys(sampleMessages) as SampleType[]),
] as const

interface Content extends Pick<PhoneMessage, 'text' | 'media' | 'replyTo'> {
  type: (typeof phoneTypes)[number]
  choiceId?: string | undefined
  /** Whether it chooses from a list, and not by a button. */
  isOfList?: boolean
}

/** The part of a message that depends on its type, as the provider tells it. */
export function contentOf({ type, text, media, replyTo, isOfList, ...more }: Content): object {
  const { choiceId = text } = more
  switch (type) {
    case 'text':
      return { type, text: { body: text } }
    case 'image':
    case 'audio':
    case 'video':
    case 'document':
    case 'sticker':
      return { type, [type]: mediaContent(text, media, type === 'audio') }
    case 'location':
      return { type, location: { latitude: 0, longitude: 0, ...(text !== '' && { name: text }) } }
    case 'interactive': {
      const kind = isOfList === true ? 'list_reply' : 'button_reply'
      return { type, interactive: { type: kind, [kind]: { id: choiceId, title: text } } }
    }
    case 'button':
      return { type, button: { payload: choiceId, text } }
    case 'reaction':
      return { type, reaction: { message_id: replyTo ?? '', emoji: text } }
    case 'json':
      return readJson(text)
    default: {
      const values = { $text: text, $product: text || 'CAKE-1KG', $pairs: pairsIn(text) }
      return fillIn(sampleMessages[type].content, values)
    }
  }
}

/** `Guest name: Rita` on each line, as the fields of a form. */
function pairsIn(text: string): string {
  const pairs = text.split('\n').flatMap((line) => {
    const [key = '', ...rest] = line.split(':')
    const value = rest.join(':').trim()
    return value === '' ? [] : [[key.trim().toLowerCase().replaceAll(/\s+/g, '_'), value] as const]
  })
  return JSON.stringify({ flow_token: 'simulated', ...Object.fromEntries(pairs) })
}

function readJson(text: string): object {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'object' && read !== null) return read
  } catch {
    // Said below, as for any other text that is none.
  }
  throw badParameter('The text is no JSON object.')
}

const mediaContent = (caption: string, media: PhoneMessage['media'], isVoice: boolean) => ({
  id: media?.id,
  mime_type: media?.mimeType,
  caption: caption === '' ? undefined : caption,
  filename: media?.fileName,
  ...(isVoice && { voice: true }),
})
