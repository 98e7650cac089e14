// The client of the simulator, which stores what phones show and streams changes.

async function ask(path, body) {
  const answer = await fetch(`/simulator/phone/${path}`, {
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const document_ = await answer.json()
  if (answer.ok) return document_
  const { error = {}, detail, title } = document_
  throw new Error(error.error_data?.details ?? error.message ?? detail ?? title ?? 'It failed.')
}

/** With an owner's id only the business of that owner. */
export const readState = (ownerId) =>
  ask(ownerId === null ? 'state' : `state?business=${encodeURIComponent(ownerId)}`)
export const write = (message) => ask('messages', message)
export const markRead = (from, to) => ask('read', { from, to })
export const echo = (from, to, content) => ask('echoes', { from, to, ...content })
export const change = (message) => ask('changes', message)
export const prefer = (from, to, marketing) => ask('preferences', { from, to, marketing })
export const call = (from, to) => ask('calls', { from, to })
export const renumber = (from, to, number) => ask('numbers', { from, to, number })
export const happen = (to, event) => ask('account', { to, event })

/** Hears what happens; `onOpen` is called at each new connection, as news were missed before. */
export function listen({ onOpen, onNews }) {
  const events = new EventSource('/simulator/phone/events')
  events.addEventListener('open', onOpen)
  for (const type of ['message', 'typing'])
    events.addEventListener(type, ({ data }) => onNews(JSON.parse(data)))
}

/** A file as it is sent with a message. */
export async function toMedia(file) {
  const url = await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })
  const mimeType = file.type || 'application/octet-stream'
  return { mimeType, fileName: file.name, base64: url.slice(url.indexOf(',') + 1) }
}

/** The kind of message that a file makes. */
export function typeOf({ mimeType }) {
  const [kind] = mimeType.split('/')
  return ['image', 'audio', 'video'].includes(kind) ? kind : 'document'
}
