import type { ChatSession } from '@errand/contract/chats/session'
import { isApiError, userMessage } from '@errand/shared-auth'
import { Button, IconButton, Popover, TextField } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'

import { draftReply } from '../chats/chats.api.ts'
import { useChatDraft } from '../drafts/chat-drafts.ts'
import { focusComposer } from '../keyboard/focus.ts'
import { readThread } from '../thread/thread.queries.ts'
import { useWords } from '../words/words.ts'
import styles from './composer.module.css'

/** Has a reply proposed; nothing of it is sent before the owner has read it. */
export function SuggestButton({ session }: { session: ChatSession }) {
  const say = useWords()
  return (
    <Popover
      label={say('suggest')}
      trigger={<IconButton label={say('suggest')} icon={<Sparkles size={16} aria-hidden />} />}
    >
      {(close) => <SuggestPanel session={session} onDone={close} />}
    </Popover>
  )
}

interface SuggestPanelProps {
  session: ChatSession
  onDone: () => void
}

/** Asks for a proposal, shows it, and puts it into the box in place of what is there. */
function SuggestPanel({ session, onDone }: SuggestPanelProps) {
  const say = useWords()
  const { read, write } = useChatDraft(session.id)
  const [instruction, setInstruction] = useState('')
  const stopping = useRef(new AbortController())
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: () => {
      stopping.current = new AbortController()
      const input = { instruction: instruction.trim(), text: read().reply }
      return draftReply(session.id, input, stopping.current.signal)
    },
  })
  useEffect(() => () => stopping.current.abort(), [])
  const isStopped = error?.name === 'AbortError'
  const isOld = data !== undefined && isOutdated(session.id, data.basedOn)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    mutate()
  }
  const use = (text: string) => {
    write({ mode: 'reply', reply: text })
    onDone()
    focusComposer()
  }
  return (
    <form className={styles['suggest']} onSubmit={handleSubmit}>
      <TextField
        label={say('suggestHow')}
        placeholder={say('suggestHowExample')}
        value={instruction}
        maxLength={300}
        onChange={({ target }) => setInstruction(target.value)}
      />
      <div aria-live="polite">
        {data !== undefined && (
          <div className={styles['proposal']}>
            <b>{say(isOld ? 'suggestionOld' : 'suggestion')}</b>
            <p dir="auto">{data.text}</p>
          </div>
        )}
        {error !== null && !isStopped && <p className={styles['error']}>{messageOf(error)}</p>}
      </div>
      <div className={styles['row']}>
        {isPending && <Button onClick={() => stopping.current.abort()}>{say('stop')}</Button>}
        {data !== undefined && !isPending && (
          <Button variant="primary" disabled={isOld} onClick={() => use(data.text)}>
            {say('useIt')}
          </Button>
        )}
        <Button
          type="submit"
          isBusy={isPending}
          variant={data === undefined ? 'primary' : 'secondary'}
        >
          {say(data === undefined ? 'suggest' : 'suggestAgain')}
        </Button>
      </div>
    </form>
  )
}

const messageOf = (error: unknown): string =>
  (isApiError(error) ? error.problem?.detail : undefined) ?? userMessage(error)

/** Whether the contact has written since the proposal was made. */
function isOutdated(sessionId: string, basedOn: string | null): boolean {
  const last = readThread(sessionId)?.items.findLast(({ direction }) => direction === 'in')
  return basedOn !== null && last !== undefined && last.id !== basedOn
}
