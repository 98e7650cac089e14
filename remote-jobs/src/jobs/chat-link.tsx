import type { Settings } from '@errand/contract/settings'
import { CopyField, QrCode, TextLink } from '@errand/shared-ui'

import styles from './chat-link.module.css'
import { useWords } from './words/words.ts'

interface ChatLinkProps {
  whatsapp: Pick<Settings['whatsapp'], 'provider' | 'chatLink'>
  label: string
  hint?: string
  /** What the contact's first message says, such as the code of a job. */
  text?: string
}

/** The link to the owner's number with its QR code; to the simulated number just a link. */
export function ChatLink({ whatsapp, label, hint, text = '' }: ChatLinkProps) {
  const say = useWords()
  const { provider, chatLink } = whatsapp
  if (chatLink === '') return null
  const link = withText(chatLink, text)
  // It exists on this machine only, where a phone's camera does not reach it.
  if (provider === 'simulator') {
    return (
      <p>
        <TextLink to={link}>{say('openSimulatedPhone')}</TextLink>
      </p>
    )
  }
  return (
    <div className={styles['link']}>
      <CopyField label={label} value={link} {...(hint !== undefined && { hint })} />
      <QrCode text={link} label={say('qrCode')} />
    </div>
  )
}

/** Adds the message to the link, which may have a query already. */
const withText = (link: string, text: string): string =>
  text === '' ? link : `${link}${link.includes('?') ? '&' : '?'}text=${encodeURIComponent(text)}`
