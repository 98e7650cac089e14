import { Button } from '@errand/shared-ui'

import { useInboxAddress } from '../address/use-inbox-address.ts'
import { RemarkNote } from '../remarks/remark-note.tsx'
import type { Thread } from '../thread/thread.ts'
import { useWords } from '../words/words.ts'
import styles from './details-pane.module.css'

/** The remarks of the part of the chat that is here, each with the way to its message. */
export function RemarkList({ thread }: { thread: Thread }) {
  const say = useWords()
  const { jumpTo } = useInboxAddress()
  const remarks = thread.items.flatMap((message) => message.remarks)
  const further = thread.session.remarkCount - remarks.length
  return (
    <ul className={styles['remarks']}>
      {remarks.map((remark) => (
        <li key={remark.id}>
          <RemarkNote remark={remark} />
          <Button size="small" variant="quiet" onClick={() => jumpTo(remark.messageId)}>
            {say('showInChat')}
          </Button>
        </li>
      ))}
      {further > 0 && <li>{say('furtherRemarks', { count: further })}</li>}
    </ul>
  )
}
