import type { Send } from './send-schemas.ts'
import { bodyOf } from './templates.ts'
import type { PhoneMessage, SimulatedBusiness, SimulatedTemplate } from './world.ts'

type Content = Pick<PhoneMessage, 'type' | 'text' | 'media' | 'choices' | 'opens'>

/** What the customer's phone shows of a message. */
export function shownIn(
  business: SimulatedBusiness,
  send: Send,
  template: SimulatedTemplate | undefined,
): Content {
  switch (send.type) {
    case 'text':
      return { type: 'text', text: send.text.body }
    case 'template':
      return { type: 'template', text: rendered(send, template) }
    case 'reaction':
      return { type: 'reaction', text: send.reaction.emoji }
    case 'interactive': {
      const { body, action } = send.interactive
      const rows = action.sections?.flatMap((section) => section.rows) ?? []
      const choices = [...(action.buttons?.map(({ reply }) => reply) ?? []), ...rows]
      return { type: 'interactive', text: body.text, choices, opens: action.button }
    }
    case 'image':
      return mediaContent(business, 'image', send.image)
    case 'audio':
      return mediaContent(business, 'audio', send.audio)
    case 'video':
      return mediaContent(business, 'video', send.video)
    case 'document':
      break
  }
  return mediaContent(business, 'document', send.document)
}

function mediaContent(
  { media }: SimulatedBusiness,
  type: string,
  { id, caption = '' }: { id: string; caption?: string | undefined },
): Content {
  const { mimeType = '', fileName } = media.get(id) ?? {}
  return { type, text: caption, media: { id, mimeType, fileName } }
}

function rendered(
  { template: { components } }: Extract<Send, { type: 'template' }>,
  template: SimulatedTemplate | undefined,
): string {
  const values = components.find(({ type }) => type.toLowerCase() === 'body')?.parameters ?? []
  const body = template === undefined ? '' : bodyOf(template)
  let next = 0
  return body.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (blank, name: string) => {
    const named = values.find(({ parameter_name: given }) => given === name)
    const positional = values[next]
    next += 1
    return (named ?? positional)?.text ?? blank
  })
}
