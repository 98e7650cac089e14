import type { ChatSession } from '@errand/contract/chats/session'
import { Button, useFormats } from '@errand/shared-ui'

import { useChangeContact } from '../contact/use-change-contact.ts'
import { useWords } from '../words/words.ts'
import styles from './details-pane.module.css'

/** Whether the contact wants messages, and whether his are wanted. */
export function ContactLimits({ session }: { session: ChatSession }) {
  const say = useWords()
  const formats = useFormats()
  const { change, isChanging } = useChangeContact(session)
  const { blocked, optedOutAt } = session.contact
  const isOut = optedOutAt !== undefined
  return (
    <section className={styles['limits']} aria-label={say('limits')}>
      {isOut && <p>{say('optedOutAt', { when: formats.dateTime(optedOutAt) })}</p>}
      <div className={styles['buttons']}>
        <Button variant="quiet" isBusy={isChanging} onClick={() => change({ optedOut: !isOut })}>
          {say(isOut ? 'optIn' : 'optOut')}
        </Button>
        <Button variant="quiet" isBusy={isChanging} onClick={() => change({ blocked: !blocked })}>
          {say(blocked ? 'unblock' : 'block')}
        </Button>
      </div>
    </section>
  )
}
