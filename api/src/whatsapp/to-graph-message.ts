import type { Sending } from '../channel/channel.ts'

/** A message whose file is at the provider, and whose template's blanks are known by name. */
export type Ready = Omit<Sending, 'media'> & {
  media?: { id: string; kind: 'image' | 'audio' | 'video' | 'document'; fileName?: string }
  /** The names of the blanks, where the template names them. */
  blanks?: string[]
}

/** A message in the words of the Graph API. */
export function toGraphMessage(sending: Ready): object {
  const { to, reference, replyToProviderId } = sending
  return {
    to: to.waId,
    // By this a status says which message it is about, even if we never heard the message's id.
    biz_opaque_callback_data: reference,
    ...(replyToProviderId !== undefined && { context: { message_id: replyToProviderId } }),
    ...contentOf(sending),
  }
}

function contentOf({ text, template, blanks, media, choices }: Ready): object {
  if (template !== undefined) return templateOf(template, blanks)
  if (media !== undefined) return mediaOf(media, text)
  if (choices !== undefined) return { type: 'interactive', interactive: tappable(text, choices) }
  return { type: 'text', text: { preview_url: false, body: text } }
}

function tappable(
  text: string,
  { kind, open = '', options }: NonNullable<Ready['choices']>,
): object {
  const body = { text }
  if (kind === 'list') {
    return { type: 'list', body, action: { button: open, sections: [{ rows: options }] } }
  }
  const buttons = options.map((reply) => ({ type: 'reply', reply }))
  return { type: 'button', body, action: { buttons } }
}

/** The blanks are filled by position, or by name where the template names them. */
function templateOf(
  { name, language, components }: NonNullable<Ready['template']>,
  blanks: string[] = [],
): object {
  const parameters = components.map(({ text }, index) => ({
    type: 'text',
    ...(blanks[index] !== undefined && { parameter_name: blanks[index] }),
    text: inOneLine(text),
  }))
  const body = parameters.length === 0 ? [] : [{ type: 'body', parameters }]
  const template = { name, language: { code: language }, components: body }
  return { type: 'template', template }
}

/** The provider takes no new lines, no tabs and no long gaps in what fills a blank. */
function inOneLine(text: string): string {
  return text.replaceAll(/(?<!\s)\s*[\n\t]\s*/g, ' ').replaceAll(/ {4,}/g, '   ')
}

function mediaOf({ id, kind, fileName }: NonNullable<Ready['media']>, caption: string): object {
  return {
    type: kind,
    [kind]: {
      id,
      ...(caption !== '' && kind !== 'audio' && { caption }),
      ...(fileName !== undefined && kind === 'document' && { filename: fileName }),
    },
  }
}
