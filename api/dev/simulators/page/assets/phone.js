// The phones of contacts: handles typing and clicks.
import { at, draw } from './phone-screen.js'
import {
  call,
  change,
  echo,
  happen,
  listen,
  markRead,
  prefer,
  renumber,
  toMedia,
  typeOf,
  write,
} from './phone-server.js'
import { addStranger, business, chat, chosen, linked, refresh } from './phone-store.js'
import { preview } from './phone-view.js'

const phones = at('.phones')
const composer = at('#composer')
const { elements: controls } = composer
const newPerson = at('#new-person')

const acts = {
  onOpen: (number) => void openChat(number),
  onReply: (message) => replyTo(message),
  onReact: ({ id }) => void send({ type: 'reaction', text: '👍', replyTo: id }),
  onEdit: (message) => edit(message),
  onDelete: (message) => void changeMessage(message),
  onChoose: ({ id: about }, { id, title }) =>
    void send({ type: 'interactive', text: title, choiceId: id, replyTo: about }),
}

const update = () =>
  attempt(() =>
    refresh(() => {
      draw(acts)
      void readIfLooking()
    }),
  )

const readyCustomer = { phoneNumber: '+12025550100', name: 'A customer', username: '' }

/** A link to one business opens a chat with it, where the first message can be written at once. */
async function openLink() {
  await update()
  if (business() === undefined) return
  addStranger(readyCustomer)
  controls.text.disabled = false
  await openChat(readyCustomer.phoneNumber)
}

async function openChat(number) {
  chosen.number = number
  replyTo(undefined)
  phones.dataset.view = 'chat'
  draw(acts)
  controls.text.focus()
  await readIfLooking()
}

/** Marks the messages of the visible chat as read. */
async function readIfLooking() {
  const isLooking = document.visibilityState === 'visible' && controls.isLooking.checked
  if (isLooking && at('#log').checkVisibility() && chat()?.unread > 0)
    await attempt(() => markRead(chosen.number, business().phoneNumberId))
}

function replyTo(message) {
  chosen.about = message?.id
  chosen.edited = undefined
  at('#about').hidden = message === undefined
  at('#about span').textContent = message === undefined ? '' : preview(message)
  if (message) controls.text.focus()
}

/** The composer writes the message anew instead of a further one. */
function edit(message) {
  replyTo(message)
  at('#about span').textContent = `Edit: ${preview(message)}`
  chosen.about = undefined
  chosen.edited = message
  controls.text.value = message.text
}

/** Without a text it is deleted, on both phones. */
const changeMessage = ({ id, from: by }, text) =>
  attempt(() => {
    const deliveries = Number(controls.deliveries.value)
    const to = business().phoneNumberId
    return change({ from: chat().phoneNumber, to, by, id, text, deliveries })
  })

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

const send = (message) =>
  attempt(() => {
    const { phoneNumber: from, name, username } = chat()
    const minutes = Number(controls.age.value)
    const written = minutes > 0 && { at: new Date(Date.now() - minutes * 60_000).toISOString() }
    const deliveries = Number(controls.deliveries.value)
    const to = business().phoneNumberId
    return write({ from, name, username, to, deliveries, ...written, ...message })
  })

const needsWords = new Set(['text', 'text_about_product', 'text_from_ad', 'text_in_group', 'json'])

async function submit() {
  const [file] = controls.file.files
  const text = controls.text.value.trim()
  const type = controls.type.value
  if (chosen.edited) {
    if (text === '' || !(await changeMessage(chosen.edited, text))) return
    controls.text.value = ''
    replyTo(undefined)
    return
  }
  if (needsWords.has(type) && text === '' && file === undefined) return
  const media = file && (await toMedia(file))
  const sent = await send({
    type: media && type === 'text' ? typeOf(media) : type,
    text,
    ...(media && { media }),
    ...(chosen.about && { replyTo: chosen.about }),
  })
  if (sent === undefined) return
  controls.text.value = ''
  controls.file.value = ''
  controls.type.value = 'text'
  showFile()
  replyTo(undefined)
}

function showFile() {
  const [file] = controls.file.files
  const label = controls.file.closest('label')
  label.classList.toggle('full', file !== undefined)
  label.title = file?.name ?? 'Attach a file'
}

composer.addEventListener('submit', (event) => {
  event.preventDefault()
  void submit()
})
controls.text.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey) return
  // Of an input method's word; Safari says it by the code alone.
  if (event.isComposing || event.keyCode === 229) return
  event.preventDefault()
  composer.requestSubmit()
})
controls.file.addEventListener('change', showFile)
controls.isLooking.addEventListener('change', () => void readIfLooking())
controls.wantsMarketing.addEventListener(
  'change',
  ({ target }) =>
    void attempt(() => prefer(chosen.number, business().phoneNumberId, target.checked)),
)
at('#about button').addEventListener('click', () => replyTo(undefined))
at('#back').addEventListener('click', () => {
  phones.dataset.view = 'people'
  at('.person[aria-current]')?.focus()
})
at('#business').addEventListener('change', ({ target }) => {
  Object.assign(chosen, { business: target.value, number: undefined })
  void update()
})
newPerson.addEventListener('submit', (event) => {
  event.preventDefault()
  const { number, name, username } = newPerson.elements
  const phoneNumber = number.value.replaceAll(' ', '')
  addStranger({ phoneNumber, name: name.value.trim(), username: username.value.trim() })
  newPerson.reset()
  void openChat(phoneNumber)
})
at('.people').addEventListener('click', ({ target }) => {
  const { ending, event } = target.closest('button')?.dataset ?? {}
  if (ending) {
    newPerson.elements.number.value = `+1202${ending}`
    newPerson.elements.name.focus()
  }
  if (event) void attempt(() => happen(business().phoneNumberId, event))
})
at('#doings').addEventListener('click', ({ target }) => {
  const { doing } = target.closest('button')?.dataset ?? {}
  if (doing === 'welcome') void send({ type: 'welcome' })
  if (doing === 'call') void attempt(() => call(chosen.number, business().phoneNumberId))
})
at('#renumber').addEventListener('submit', (event) => {
  event.preventDefault()
  const { changed } = event.target.elements
  const number = changed.value.replaceAll(' ', '')
  void attempt(async () => {
    await renumber(chosen.number, business().phoneNumberId, number)
    chosen.number = number
    event.target.reset()
    await update()
  })
})
at('#echo').addEventListener('submit', (event) => {
  event.preventDefault()
  const { text, type } = event.target.elements
  const content = { text: text.value, type: type.value }
  void attempt(() => echo(business().phoneNumberId, chosen.number, content))
  text.value = ''
})
document.addEventListener('visibilitychange', () => void readIfLooking())

at('#choice').hidden = linked.business !== null
controls.text.value = linked.text
// Until a linked chat is open there is nobody to write to.
if (linked.business === null) controls.text.disabled = false
else void openLink()

listen({
  onOpen: () => void update(),
  onNews: ({ type, until }) => {
    void update()
    // The typing indicator expires by itself, as nothing reports its end.
    if (type === 'typing') setTimeout(update, Math.max(0, Date.parse(until) - Date.now()) + 100)
  },
})
