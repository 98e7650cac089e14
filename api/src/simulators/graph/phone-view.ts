import type { Simulation } from './simulation.ts'
import type { PhoneChat, PhoneMessage, SimulatedBusiness } from './world.ts'

/** The answer of `GET /simulator/phone/state`: everybody's phones. */
export interface PhoneState {
  businesses: {
    phoneNumberId: string
    /** As people dial it, with a plus sign. */
    displayPhoneNumber: string
    name: string
    chats: PhoneChatView[]
  }[]
}

interface PhoneChatView {
  /** The customer. */
  phoneNumber: string
  name: string
  /** Messages of the business that he has not read. */
  unread: number
  isTyping: boolean
  /** Until then free text is taken; `null` before he has written. */
  windowExpiresAt: string | null
  wantsMarketing: boolean
  messages: PhoneMessage[]
}

const dayMs = 24 * 60 * 60 * 1000

/** Shows the simulator as its phones do. */
export async function showPhones({ businesses }: Simulation): Promise<PhoneState> {
  return { businesses: (await businesses()).map(showBusiness) }
}

function showBusiness({ phoneNumberId, displayNumber, name, chats }: SimulatedBusiness) {
  return {
    phoneNumberId,
    displayPhoneNumber: `+${displayNumber}`,
    name,
    chats: [...chats.values()].map(showChat),
  }
}

function showChat({ waId, name, lastInboundAt, typingUntil, ...chat }: PhoneChat): PhoneChatView {
  const { messages, wantsMarketing } = chat
  return {
    phoneNumber: `+${waId}`,
    name,
    unread: messages.filter(({ from, status }) => from === 'business' && status === 'delivered')
      .length,
    isTyping: typingUntil > Date.now(),
    windowExpiresAt:
      lastInboundAt === undefined ? null : new Date(lastInboundAt + dayMs).toISOString(),
    wantsMarketing,
    messages,
  }
}
