// Draws the page from the store; only changed parts are redrawn.
import { allBusinesses, business, chat, chats, chosen } from './phone-store.js'
import { describeWindow, drawMessage, drawPerson, make } from './phone-view.js'

export const at = (selector) => document.querySelector(selector)
const log = at('#log')
const { elements: controls } = at('#composer')

/** `acts` has the handlers for clicks on messages and contacts. */
export function draw(acts) {
  const here = business()
  at('#nobody').hidden = here !== undefined
  at('#business').replaceChildren(
    ...allBusinesses().map(({ phoneNumberId, name, displayPhoneNumber }) => {
      const label = `${name || 'Business'} · ${displayPhoneNumber}`
      const selected = phoneNumberId === here?.phoneNumberId
      return make('option', { value: phoneNumberId, selected }, label)
    }),
  )
  drawPeople(acts)
  const open = chat()
  drawHead(here, open)
  drawLog(open, acts)
  at('#window').textContent = open ? describeWindow(open) : ''
  for (const control of controls) control.disabled = here === undefined || open === undefined
  if (open) controls.wantsMarketing.checked = open.wantsMarketing
}

function drawPeople({ onOpen }) {
  const focused = document.activeElement?.closest('#people li')
  const index = [...at('#people').children].indexOf(focused)
  const rows = chats().map((each) =>
    drawPerson(each, {
      isCurrent: each.phoneNumber === chosen.number,
      onOpen: () => onOpen(each.phoneNumber),
    }),
  )
  at('#people').replaceChildren(...rows)
  rows[index]?.querySelector('button').focus()
}

function drawHead(here, open) {
  const name = here?.name || 'Business'
  at('#business-name').textContent = here ? name : 'No business'
  at('.face').textContent = name.slice(0, 1).toUpperCase()
  const number = make('bdi', {}, here?.displayPhoneNumber ?? '')
  at('#presence').replaceChildren(open?.isTyping ? 'typing…' : number)
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

function drawLog(open, acts) {
  const of = open?.phoneNumber ?? ''
  const isOther = log.dataset.of !== of
  if (isOther) log.replaceChildren()
  log.dataset.of = of
  const messages = open?.messages ?? []
  const drawn = new Map([...log.children].map((bubble) => [bubble.dataset.id, bubble]))
  for (const message of messages) {
    const state = JSON.stringify(message)
    const before = drawn.get(message.id)
    if (before?.dataset.state === state) continue
    const bubble = drawMessage(message, {
      phoneNumberId: business().phoneNumberId,
      quoted: messages.find(({ id }) => id === message.replyTo),
      ...acts,
    })
    bubble.dataset.state = state
    if (before) before.replaceWith(bubble)
    else log.append(bubble)
  }
  if (isOther || messages.at(-1)?.from === 'customer') isAtEnd = true
  stay()
}
