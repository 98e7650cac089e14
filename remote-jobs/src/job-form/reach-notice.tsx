import { paths } from '@errand/contract/paths'
import { profileQuery } from '@errand/shared-auth'
import { ButtonLink, Notice, buttonClass } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { useWords } from '../job-draft/words/words.ts'

/** Says of an active job that no customer can reach it yet, and what to do about that. */
export function ReachNotice() {
  const say = useWords()
  const { data } = useQuery(profileQuery())
  if (data === undefined) return null
  const { status, chatLink } = data.settings.whatsapp
  if (status === 'connected' || status === 'degraded') return null
  return (
    <Notice
      role="status"
      title={say('notReachable')}
      actions={
        <>
          <ButtonLink size="small" to={`${paths.settings}#whatsapp`}>
            {say('connectWhatsApp')}
          </ButtonLink>
          {chatLink !== '' && (
            <a
              className={buttonClass('secondary', 'small')}
              href={chatLink}
              target="_blank"
              rel="noreferrer"
            >
              <span>{say('writeAsCustomer')}</span>
            </a>
          )}
        </>
      }
    />
  )
}
