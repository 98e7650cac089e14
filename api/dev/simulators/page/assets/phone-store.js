// The store of the page: all phones, and which of them is shown.
import { readState } from './phone-server.js'

const link = new URLSearchParams(location.search)
/** The business and the first message that a link to this page names. */
export const linked = { business: link.get('business'), text: link.get('text') ?? '' }

let businesses = []
/** Contacts who have not written yet exist only in this page. */
const strangers = new Map()

/** The chosen business and contact, the message being replied to, and the message being edited. */
export const chosen = {
  business: undefined,
  number: undefined,
  about: undefined,
  edited: undefined,
}

export const allBusinesses = () => businesses
export const business = () =>
  businesses.find(({ phoneNumberId }) => phoneNumberId === chosen.business) ?? businesses[0]

const lastAt = ({ messages }) => messages.at(-1)?.at ?? ''

/** The chats of the business that is shown, the latest first. */
export function chats() {
  const known = business()?.chats ?? []
  const isKnown = ({ phoneNumber }) => known.some((chat) => chat.phoneNumber === phoneNumber)
  const others = [...strangers.values()].filter((stranger) => !isKnown(stranger))
  return [...known.toSorted((a, b) => lastAt(b).localeCompare(lastAt(a))), ...others]
}

export const chat = () => chats().find(({ phoneNumber }) => phoneNumber === chosen.number)

export function addStranger(stranger) {
  strangers.set(stranger.phoneNumber, {
    ...stranger,
    unread: 0,
    isTyping: false,
    windowExpiresAt: null,
    wantsMarketing: true,
    messages: [],
  })
}

let reading
let isStale = false

/** Reads the whole state again; calls meanwhile share one further read. */
export async function refresh(onRead) {
  isStale = true
  reading ??= (async () => {
    while (isStale) {
      isStale = false
      ;({ businesses } = await readState(linked.business))
    }
  })().finally(() => {
    reading = undefined
  })
  await reading
  chosen.number ??= chats()[0]?.phoneNumber
  onRead()
}
