import { useNow, VisuallyHidden } from '@errand/shared-ui'
import { useState } from 'react'

import { windowOf } from '../clock/chat-window.ts'
import { useChatDraft } from '../drafts/chat-drafts.ts'
import type { Thread } from '../thread/thread.ts'
import { useWords } from '../words/words.ts'
import { ClosedWindow } from './closed-window.tsx'
import styles from './composer.module.css'
import { DriverBar } from './driver-bar.tsx'
import { focusComposer } from './focus-composer.ts'
import { NewerChat, useNewerChat } from './newer-chat.tsx'
import { RemarkBox } from './remark-box.tsx'
import { ReplyBox } from './reply-box.tsx'
import { Unreachable, whyUnreachable } from './unreachable.tsx'

/** What to say next: a reply to the contact, or a remark that nobody else sees. */
export function Composer({ thread }: { thread: Thread }) {
  const { session } = thread
  const say = useWords()
  const { draft, write } = useChatDraft(session.id)
  const now = useNow(15_000)
  const [hasTemplates, setHasTemplates] = useState(false)
  const isClosed = windowOf(session, now).state === 'closed'
  const isRemark = draft.mode === 'remark'
  return (
    <footer className={styles['composer']} data-mode={draft.mode}>
      <DriverBar session={session} />
      <div role="radiogroup" aria-label={say('composerMode')} className={styles['modes']}>
        {(['reply', 'remark'] as const).map((mode) => (
          <label key={mode} className={styles['mode']} data-mode={mode}>
            <input
              type="radio"
              name={`mode-${session.id}`}
              checked={draft.mode === mode}
              onChange={() => write({ mode })}
            />
            <span>{say(`mode.${mode}`)}</span>
          </label>
        ))}
        <p className={styles['aim']}>{say(isRemark ? 'onlyYouSee' : 'contactSees')}</p>
      </div>
      <VisuallyHidden>
        <span role="status">{say(isRemark ? 'onlyYouSee' : 'contactSees')}</span>
      </VisuallyHidden>
      {isRemark && <RemarkBox thread={thread} />}
      {!isRemark && <ReplyPart {...{ thread, isClosed, hasTemplates, setHasTemplates }} />}
    </footer>
  )
}

interface ReplyPartProps {
  thread: Thread
  isClosed: boolean
  hasTemplates: boolean
  setHasTemplates: (isShown: boolean) => void
}

/** The box to reply in, or what stands in its place and why. */
function ReplyPart({ thread, isClosed, hasTemplates, setHasTemplates }: ReplyPartProps) {
  const { session } = thread
  const newer = useNewerChat(session)
  const why = whyUnreachable(session)
  if (why !== undefined) return <Unreachable session={session} why={why} />
  if (newer !== undefined) return <NewerChat session={newer} />
  if (!isClosed && !hasTemplates) {
    return <ReplyBox thread={thread} onTemplates={() => setHasTemplates(true)} />
  }
  const goBack = () => {
    setHasTemplates(false)
    focusComposer()
  }
  return <ClosedWindow thread={thread} isClosed={isClosed} onBack={isClosed ? undefined : goBack} />
}
