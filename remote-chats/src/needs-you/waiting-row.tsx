import type { ChatSession } from '@errand/contract/chats/session'
import { paths } from '@errand/contract/paths'
import { Avatar, Badge, Button, ButtonLink, ListRow, TextLink, useFormats } from '@errand/shared-ui'
import { useState } from 'react'

import { contactName } from '../chats/contact-name.ts'
import { windowOf } from '../clock/chat-window.ts'
import { whyUnreachable } from '../composer/unreachable.tsx'
import { Preview } from '../list/preview.tsx'
import { signOf } from '../list/session-signs.ts'
import { WindowRing } from '../list/window-ring.tsx'
import { useWords } from '../words/words.ts'
import styles from './needs-you.module.css'
import { QuickReply } from './quick-reply.tsx'
import { Unsent } from './unsent.tsx'

/** Nobody waits for nought minutes. */
const minuteMs = 60_000

interface WaitingRowProps {
  session: ChatSession
  now: number
}

/** One chat that waits: who, why, since when, what was said last, and the reply. */
export function WaitingRow({ session, now }: WaitingRowProps) {
  const say = useWords()
  const [isReplying, setIsReplying] = useState(false)
  const sign = signOf(session)
  const name = contactName(session.contact)
  const to = `${paths.chats.list}?session=${session.id}`
  const canReply =
    windowOf(session, now).state !== 'closed' && whyUnreachable(session) === undefined
  return (
    <>
      <ListRow
        start={<Avatar name={name} />}
        title={
          <span className={styles['title']}>
            <TextLink to={to}>
              <bdi>{name}</bdi>
            </TextLink>
            {sign !== undefined && <Badge tone={sign.tone}>{say(sign.word)}</Badge>}
            <WindowRing session={session} now={now} />
          </span>
        }
        description={
          <span className={styles['last']}>
            <Preview message={session.lastMessage} />
            <Since session={session} now={now} />
          </span>
        }
        end={
          canReply ? (
            <Button
              size="small"
              aria-expanded={isReplying}
              aria-label={say('replyToName', { name })}
              onClick={() => setIsReplying(!isReplying)}
            >
              {say('mode.reply')}
            </Button>
          ) : (
            // Outside the window only a template goes through: it is chosen in the chat.
            <ButtonLink size="small" to={to} aria-label={say('openChatWith', { name })}>
              {say('open')}
            </ButtonLink>
          )
        }
      />
      <Unsent session={session} />
      {isReplying && canReply && (
        <li className={styles['reply']}>
          <QuickReply session={session} onEnd={() => setIsReplying(false)} />
        </li>
      )}
    </>
  )
}

/** How long the contact has been waiting; the moment itself on hover. */
function Since({ session, now }: WaitingRowProps) {
  const say = useWords()
  const formats = useFormats()
  const since = waitingSince(session)
  const time = formats.duration(Math.max(minuteMs, now - Date.parse(since)))
  return (
    <time dateTime={since} title={formats.dateTime(since)}>
      {say('waits', { time })}
    </time>
  )
}

/** Since it was handed over; else since the contact last wrote. */
function waitingSince({ attention, handlerSince, window, lastActivityAt }: ChatSession): string {
  if (attention.includes('handoff')) return handlerSince
  return window.lastInboundAt ?? lastActivityAt
}
