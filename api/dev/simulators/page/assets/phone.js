// The phones of contacts: the server draws them, and this sends what people do with them.
import { postJson } from './post-json.js'

const at = (selector) => document.querySelector(selector)
const phones = at('.phones')
const log = at('#log')
const composer = at('#composer')
const about = at('#about')
const { elements: controls } = composer
const newPerson = at('#new-person')
const link = new URLSearchParams(location.search)

/** The business and the contact that are shown, and the message that is being answered or edited. */
const chosen = { phone: '', number: '', replyTo: undefined, edited: undefined }

/** Tells under the messages why something was not done. */
async function attempt(work) {
  try {
    const done = await work()
    at('#failure').textContent = ''
    return done
  } catch (error) {
    at('#failure').textContent = error.message
    return undefined
  }
}

const post = (path, body) =>
  attempt(async () => {
    const { phone, number } = chosen
    const parties = path === 'echoes' ? { from: phone, to: number } : { from: number, to: phone }
    const done = await postJson(`/simulator/phone/${path}`, { ...parties, ...body })
    void refresh()
    return done
  })

let reading
let isStale = false

/** Reads the screen again; calls meanwhile share one further read. */
function refresh() {
  isStale = true
  reading ??= attempt(readScreen).finally(() => {
    reading = undefined
  })
  return reading
}

async function readScreen() {
  let text
  while (isStale) {
    isStale = false
    const { phone, number } = chosen
    const query = new URLSearchParams({ ...Object.fromEntries(link), phone, number })
    text = await (await fetch(`/simulator/phone/screen?${query}`)).text()
  }
  draw(new DOMParser().parseFromString(text, 'text/html'))
}

function draw(screen) {
  const focused = document.activeElement?.dataset.number
  const { dataset } = screen.querySelector('[data-part=log]')
  for (const part of screen.querySelectorAll('[data-part]')) {
    const target = at(`#${part.dataset.part}`)
    if (target === log) drawLog(part)
    else if (target.innerHTML !== part.innerHTML) target.replaceChildren(...part.childNodes)
  }
  if (focused) at(`#people [data-number="${focused}"]`)?.focus()
  const { phone, number, unread, marketing } = dataset
  Object.assign(chosen, { phone, number })
  for (const control of controls) control.disabled = number === ''
  controls.wantsMarketing.checked = marketing !== 'stop'
  log.dataset.unread = unread
  readIfLooking()
}

/** Keeps the newest message visible, also when the size changes, unless the user has scrolled up. */
let isAtEnd = true
const stay = () => {
  if (isAtEnd) log.scrollTop = log.scrollHeight
}
log.addEventListener('scroll', () => {
  isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40
})
// A picture has its height only when it is there.
log.addEventListener('load', stay, { capture: true })
new ResizeObserver(stay).observe(log)

/** Replaces only what has changed: a voice message plays on, and the focus stays. */
function drawLog(part) {
  const of = `${part.dataset.phone} ${part.dataset.number}`
  const isOther = log.dataset.of !== of
  if (isOther) log.replaceChildren()
  log.dataset.of = of
  const drawn = new Map([...log.children].map((bubble) => [bubble.dataset.id, bubble]))
  for (const bubble of part.querySelectorAll('article')) {
    bubble.drawnAs = bubble.outerHTML
    const before = drawn.get(bubble.dataset.id)
    if (before === undefined) log.append(bubble)
    else if (before.drawnAs !== bubble.drawnAs) before.replaceWith(bubble)
  }
  if (isOther || log.lastElementChild?.dataset.by === 'customer') isAtEnd = true
  stay()
}

/** Marks the messages of the visible chat as read. */
function readIfLooking() {
  const isLooking = document.visibilityState === 'visible' && controls.isLooking.checked
  if (isLooking && log.checkVisibility() && Number(log.dataset.unread) > 0) void post('read')
}

async function openChat(number) {
  chosen.number = number
  refer()
  phones.dataset.view = 'chat'
  // Nothing is written to the chat before.
  controls.text.disabled = true
  await refresh()
  controls.text.focus()
}

/** The composer answers a message, or with `isEdit` writes it anew. */
function refer(message, isEdit = false) {
  chosen.edited = isEdit ? message : undefined
  chosen.replyTo = isEdit ? undefined : message?.id
  about.hidden = message === undefined
  about.firstElementChild.textContent = `${isEdit ? 'Edit: ' : ''}${message?.preview ?? ''}`
  if (isEdit) controls.text.value = message.text
  if (message) controls.text.focus()
}

const deliveries = () => Number(controls.deliveries.value)

/** Without a text it is deleted, on both phones. */
const change = ({ id, by }, text) => post('changes', { by, id, text, deliveries: deliveries() })

function send(message) {
  const minutes = Number(controls.age.value)
  const written = minutes > 0 && { at: new Date(Date.now() - minutes * 60_000).toISOString() }
  return post('messages', { deliveries: deliveries(), ...written, ...message })
}

/** What the buttons of a message do. */
const acts = {
  reply: (message) => refer(message),
  edit: (message) => refer(message, true),
  delete: (message) => void change(message),
  react: ({ id: replyTo }) => void send({ type: 'reaction', text: '👍', replyTo }),
  choose: ({ id: replyTo }, { textContent, dataset: { choice: choiceId } }) =>
    void send({ type: 'interactive', text: textContent.trim(), choiceId, replyTo }),
}

/** A file as it is sent with a message. */
async function toMedia(file) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const mimeType = file.type || 'application/octet-stream'
  return { mimeType, fileName: file.name, base64: bytes.toBase64() }
}

/** The kind of message that a file makes. */
const typeOf = ({ type }) =>
  ['image', 'audio', 'video'].find((kind) => type.startsWith(`${kind}/`)) ?? 'document'

async function submit() {
  const [file] = controls.file.files
  const text = controls.text.value.trim()
  const type = controls.type.value
  const { edited, replyTo } = chosen
  if (text === '' && (edited || (!file && /^(text|json)/.test(type)))) return
  const sent = edited
    ? await change(edited, text)
    : await send({
        type: file && type === 'text' ? typeOf(file) : type,
        text,
        media: file && (await toMedia(file)),
        replyTo,
      })
  if (sent === undefined) return
  for (const [name, usual] of Object.entries({ text: '', file: '', type: 'text' }))
    controls[name].value = usual
  showFile()
  refer()
}

function showFile() {
  const [file] = controls.file.files
  const label = controls.file.closest('label')
  label.classList.toggle('full', file !== undefined)
  label.title = file?.name ?? 'Attach a file'
}

async function postForm(form) {
  const body = Object.fromEntries(new FormData(form))
  const number = body.number ?? (form === newPerson ? body.from : undefined)
  // Nothing is written to another chat meanwhile.
  if (number) controls.text.disabled = true
  const done = await post(form.dataset.post, body)
  if (done !== undefined) form.reset()
  if (done !== undefined && number) await openChat(number)
  else await refresh()
}

document.addEventListener('submit', (event) => {
  event.preventDefault()
  void (event.target === composer ? submit() : postForm(event.target))
})
document.addEventListener('click', ({ target }) => {
  const button = target.closest('button')
  const { act, number, ending, post: path, ...body } = button?.dataset ?? {}
  if (act) acts[act](button.closest('article').dataset, button)
  else if (number) void openChat(number)
  else if (ending) {
    newPerson.elements.from.value = `+1202${ending}`
    newPerson.elements.name.focus()
  } else if (path) void post(path, body)
})
controls.text.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey) return
  // Of an input method's word; Safari says it by the code alone.
  if (event.isComposing || event.keyCode === 229) return
  event.preventDefault()
  composer.requestSubmit()
})
controls.file.addEventListener('change', showFile)
controls.isLooking.addEventListener('change', readIfLooking)
controls.wantsMarketing.addEventListener(
  'change',
  ({ target }) => void post('preferences', { marketing: target.checked }),
)
about.lastElementChild.addEventListener('click', () => refer())
at('#back').addEventListener('click', () => {
  phones.dataset.view = 'people'
  at('#people [aria-current]')?.focus()
})
at('#business').addEventListener('change', ({ target }) => {
  Object.assign(chosen, { phone: target.value, number: '' })
  controls.text.disabled = true
  void refresh()
})
document.addEventListener('visibilitychange', readIfLooking)

/** A link to one business opens a chat with it, where the first message can be written at once. */
if (link.has('business')) {
  at('#choice').hidden = true
  controls.text.value = link.get('text') ?? ''
  await refresh()
  if (chosen.phone !== '') {
    const from = '+12025550100'
    await post('contacts', { from, name: 'A customer' })
    await openChat(from)
  }
}

const events = new EventSource('/simulator/phone/events')
// Also at each new connection, as events were missed before.
for (const type of ['open', 'message', 'typing'])
  events.addEventListener(type, () => void refresh())
