import { paths } from '@errand/contract/paths'
import { Button, ButtonLink } from '@errand/shared-ui'

import { restoredReply, useChatDrafts } from '../drafts/chat-drafts.ts'
import { useWords } from '../words/words.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import styles from './refusal.module.css'
import { useOutbox } from './use-outbox.ts'

/** What was refused, why, and the one thing that helps; the text is never lost. */
export function Refusal({ entry }: { entry: OutboxEntry }) {
  const say = useWords()
  const { retry, undo } = useOutbox()
  const drafts = useChatDrafts()
  const { clientId, sessionId, failure } = entry
  const handleEdit = () => {
    void undo(entry)
    drafts.write(sessionId, restoredReply(drafts.read(sessionId), entry))
  }
  return (
    <div className={styles['refusal']} role="alert">
      <p>
        <b>{failure?.title}</b>
        {failure?.detail !== undefined && <span> {failure.detail}</span>}
      </p>
      {failure?.action === 'top_up' && (
        <ButtonLink size="small" to={paths.billing.summary}>
          {say('topUp')}
        </ButtonLink>
      )}
      {failure?.action === 'reconnect' && (
        <ButtonLink size="small" to={`${paths.settings}#whatsapp`}>
          {say('reconnect')}
        </ButtonLink>
      )}
      {failure?.action === 'try_again' || failure?.action === 'top_up' ? (
        <Button size="small" onClick={() => retry(clientId)}>
          {say('sendAgain')}
        </Button>
      ) : (
        <Button size="small" onClick={handleEdit}>
          {say('editAgain')}
        </Button>
      )}
    </div>
  )
}
