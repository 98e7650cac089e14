import type { ChatSession } from '@errand/contract/chats/session'
import { userMessage } from '@errand/shared-auth'
import { Button, VisuallyHidden, useFormats, useNow } from '@errand/shared-ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Bot, UserRound } from 'lucide-react'
import toast from 'react-hot-toast'

import { setHandler } from '../chats/chats.api.ts'
import { recount, takeSession } from '../chats/session-cache.ts'
import { reasonWord } from '../list/signs.tsx'
import { liveRunQuery, type LiveRun } from '../live/chat-news.ts'
import { useWords } from '../words/words.ts'
import styles from './composer.module.css'

/** Who answers in this chat, and how to change that. */
export function DriverBar({ session }: { session: ChatSession }) {
  const { handler, status, job } = session
  const isShown =
    handler === 'owner' ? job !== null : handler === 'assistant' && status !== 'closed'
  return isShown && <Driver session={session} />
}

/** One button for both ways: whoever has pressed it has the focus on it still. */
function Driver({ session }: { session: ChatSession }) {
  const say = useWords()
  const { change, isSetting } = useHandler(session.id)
  const { data: run = null } = useQuery(liveRunQuery(session.id))
  const isOwners = session.handler === 'owner'
  return (
    <div
      className={styles['driver']}
      data-busy={(!isOwners && isAtWork(run, session)) || undefined}
    >
      {isOwners ? <OwnerDrives session={session} /> : <AssistantDrives {...{ session, run }} />}
      <Button
        size="small"
        isBusy={isSetting}
        aria-keyshortcuts="h"
        onClick={() => change({ handler: isOwners ? 'assistant' : 'owner' })}
      >
        {say(isOwners ? 'giveBack' : 'takeOver')}
      </Button>
    </div>
  )
}

function AssistantDrives({ session, run }: { session: ChatSession; run: LiveRun | null }) {
  const say = useWords()
  const now = useNow(run?.answersAt == null ? undefined : 500)
  const leftMs = run?.answersAt == null ? 0 : Date.parse(run.answersAt) - now
  return (
    <>
      <Bot size={16} aria-hidden="true" />
      <p aria-live="polite" aria-atomic="true">
        {leftMs > 0 ? (
          <>
            <span aria-hidden="true">
              {say('assistantIn', { seconds: Math.ceil(leftMs / 1000) })}
            </span>
            {/* Seconds that are counted down are not read out one by one. */}
            <VisuallyHidden>{say('assistantNow')}</VisuallyHidden>
          </>
        ) : (
          say(stateWord(run, session))
        )}
      </p>
    </>
  )
}

function stateWord(live: LiveRun | null, session: ChatSession) {
  if (isAtWork(live, session)) return 'assistantNow'
  return session.run === 'error' ? 'assistantFailed' : 'assistantDrives'
}

const working = new Set(['debouncing', 'locked', 'thinking', 'validating', 'sending'])

/** Whether an answer of the assistant is on its way. */
const isAtWork = (live: LiveRun | null, { run }: Pick<ChatSession, 'run'>): boolean =>
  working.has(live?.state ?? run)

function OwnerDrives({ session }: { session: ChatSession }) {
  const say = useWords()
  const formats = useFormats()
  const { returnAt, handlerReason } = session
  return (
    <>
      <UserRound size={16} aria-hidden="true" />
      <p>
        {handlerReason !== undefined && handlerReason !== 'owner_takeover' && (
          <b>{say(reasonWord(handlerReason))} · </b>
        )}
        {returnAt == null
          ? say('ownerDrives')
          : say('ownerDrivesUntil', { time: formats.time(returnAt) })}
      </p>
    </>
  )
}

interface Handling {
  handler: 'assistant' | 'owner'
  returnAt?: string
}

/** Takes a chat over, or gives it back to the assistant. */
function useHandler(sessionId: string) {
  const { mutate, isPending } = useMutation({
    mutationFn: (handling: Handling) => setHandler(sessionId, handling),
    onSuccess: (session) => {
      takeSession(session)
      recount()
    },
    onError: (error) => toast.error(userMessage(error)),
  })
  return { change: mutate, isSetting: isPending }
}
