import type { Settings } from '@errand/contract/settings'
import { Button, ButtonLink, FormActions, TextField } from '@errand/shared-ui'
import { Copy, ExternalLink } from 'lucide-react'
import { useState } from 'react'

import styles from './path.module.css'
import { useWords } from './words/words.ts'

interface CustomerStepProps {
  whatsapp: Pick<Settings['whatsapp'], 'provider' | 'chatLink'>
}

/** How the first customer reaches the number. */
export function CustomerStep({ whatsapp: { provider, chatLink } }: CustomerStepProps) {
  const say = useWords()
  if (chatLink === '') return <p className={styles['hint']}>{say('customerNoLink')}</p>
  if (provider !== 'simulator') return <SharedLink link={chatLink} />
  return (
    <>
      <p className={styles['hint']}>{say('customerSimulated')}</p>
      <div>
        <ButtonLink
          variant="primary"
          icon={<ExternalLink size={16} aria-hidden />}
          to={chatLink}
          target="_blank"
          rel="noopener"
        >
          {say('writeAsCustomer')}
        </ButtonLink>
      </div>
    </>
  )
}

function SharedLink({ link }: { link: string }) {
  const say = useWords()
  const [isCopied, setIsCopied] = useState(false)
  const copy = () =>
    void navigator.clipboard.writeText(link).then(
      () => setIsCopied(true),
      // A browser that refuses leaves the link to be copied by hand.
      () => undefined,
    )
  return (
    <>
      <TextField
        label={say('chatLink')}
        hint={say('customerHint')}
        dir="ltr"
        readOnly
        value={link}
        onFocus={({ target }) => target.select()}
      />
      <FormActions status={isCopied ? say('copied') : undefined}>
        <Button variant="primary" icon={<Copy size={16} aria-hidden />} onClick={copy}>
          {say('copyLink')}
        </Button>
      </FormActions>
    </>
  )
}
