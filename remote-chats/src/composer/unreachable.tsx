import { paths } from '@errand/contract/paths'
import type { ChatSession } from '@errand/contract/chats/session'
import { Button, ButtonLink, Notice } from '@errand/shared-ui'

import { contactName } from '../chats/contact-name.ts'
import { useChangeContact } from '../contact/use-change-contact.ts'
import { useInboxSettings } from '../settings/use-inbox-settings.ts'
import { useWords } from '../words/words.ts'

type Why = 'blocked' | 'optedOut'

/** Why nothing can be sent to the contact of a chat. */
export function whyUnreachable({ contact }: ChatSession): Why | undefined {
  if (contact.blocked) return 'blocked'
  return contact.optedOutAt === undefined ? undefined : 'optedOut'
}

/** Says so in place of the text box, and what can be done. */
export function Unreachable({ session, why }: { session: ChatSession; why: Why }) {
  const say = useWords()
  const { change, isChanging } = useChangeContact(session)
  const name = contactName(session.contact)
  return (
    <Notice
      tone="warning"
      actions={
        why === 'blocked' && (
          <Button size="small" isBusy={isChanging} onClick={() => change({ blocked: false })}>
            {say('unblock')}
          </Button>
        )
      }
    >
      <p>{say(why === 'blocked' ? 'isBlocked' : 'isOptedOut', { name })}</p>
    </Notice>
  )
}

/** Nothing leaves while the number is not connected: said before anybody writes in vain. */
export function ChannelNotice({ session }: { session: ChatSession }) {
  const say = useWords()
  const { channel } = useInboxSettings()
  const isDown = session.channel === 'whatsapp' && channel?.status === 'disconnected'
  if (!isDown) return null
  return (
    <Notice
      tone="danger"
      actions={
        <ButtonLink size="small" to={`${paths.settings}#whatsapp`}>
          {say('reconnect')}
        </ButtonLink>
      }
    >
      <p>{say('channelDown')}</p>
    </Notice>
  )
}
