import type { Settings } from '@errand/contract/settings'
import { ButtonLink, CopyField } from '@errand/shared-ui'
import { ExternalLink } from 'lucide-react'

import styles from './path.module.css'
import { useWords } from './words/words.ts'

interface CustomerStepProps {
  whatsapp: Pick<Settings['whatsapp'], 'provider' | 'chatLink'>
}

/** How the first customer reaches the number. */
export function CustomerStep({ whatsapp: { provider, chatLink } }: CustomerStepProps) {
  const say = useWords()
  if (chatLink === '') return <p className={styles['hint']}>{say('customerNoLink')}</p>
  return (
    <>
      {provider === 'simulator' ? (
        <p className={styles['hint']}>{say('customerSimulated')}</p>
      ) : (
        <CopyField label={say('chatLink')} hint={say('customerHint')} value={chatLink} />
      )}
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
