import { paths } from '@errand/contract/paths'
import { profileQuery } from '@errand/shared-auth'
import { ButtonLink, Notice, buttonClass } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { useWords } from '../job-draft/words/words.ts'

/** Says of an active job that no customer gets an answer from it, and what to do about that. */
export function ReachNotice() {
  const say = useWords()
  const { data } = useQuery(profileQuery())
  if (data === undefined) return null
  const { status, chatLink } = data.settings.whatsapp
  if (status !== 'not_connected' && status !== 'disconnected') return null
  const isLost = status === 'disconnected'
  return (
    <Notice
      role="status"
      title={say(isLost ? 'numberDisconnected' : 'notReachable')}
      actions={
        <>
          <ButtonLink size="small" to={`${paths.settings}#whatsapp`}>
            {say('connectWhatsApp')}
          </ButtonLink>
          {!isLost && chatLink !== '' && (
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
