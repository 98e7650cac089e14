import { Badge, Button, IconButton, Progress, showUndoToast } from '@errand/shared-ui'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'

import { WordDiff } from '../changes/change-list.tsx'
import { useWords } from '../job-draft/words/words.ts'
import styles from './test-section.module.css'
import type { KeptChat, KeptChats, Replay } from './use-kept-chats.ts'

/** The kept test chats of the job, and how their outcomes have changed. */
export function TestSection({ kept }: { kept: KeptChats }) {
  const say = useWords()
  const { chats, replays, done } = kept
  return (
    <>
      {chats.length === 0 && <p className={styles['muted']}>{say('noTests')}</p>}
      <TestResult kept={kept} />
      {done !== undefined && (
        <Progress
          label={say('replay')}
          value={done / chats.length}
          text={say('replaying', { done, count: chats.length })}
        />
      )}
      {chats.length > 0 && (
        <ul className={styles['chats']} aria-label={say('test')}>
          {chats.map((chat) => (
            <KeptRow key={chat.id} chat={chat} replay={replays[chat.id]} kept={kept} />
          ))}
        </ul>
      )}
      {chats.length > 0 && (
        <div>
          <Button size="small" isBusy={done !== undefined} onClick={kept.replayAll}>
            {say('replay')}
          </Button>
        </div>
      )}
    </>
  )
}

/** How many of the replayed chats have another outcome than before. */
export function TestResult({ kept: { chats, replays, done } }: { kept: KeptChats }) {
  const say = useWords()
  const outcomes = chats.flatMap(({ id }) => replays[id]?.outcome ?? [])
  const unanswered = outcomes.filter((outcome) => outcome === 'noReply').length
  const count = outcomes.length - unanswered
  const changed = count - outcomes.filter((outcome) => outcome === 'same').length
  return (
    <p role="status">
      {done === undefined && outcomes.length > 0 && (
        <strong>
          {count > 0 && <span>{say('result', { changed, count })}</span>}{' '}
          {unanswered > 0 && <span>{say('unanswered', { count: unanswered })}</span>}
        </strong>
      )}
    </p>
  )
}

const tones = {
  same: 'success',
  otherAnswers: 'danger',
  otherWords: 'warning',
  noReply: 'danger',
} as const

interface KeptRowProps {
  chat: KeptChat
  replay: Replay | undefined
  kept: KeptChats
}

function KeptRow({ chat, replay, kept }: KeptRowProps) {
  const say = useWords()
  const [isOpen, setIsOpen] = useState(false)
  const name = chat.turns[0]?.said.join(' ') ?? ''
  const remove = () => {
    kept.remove(chat.id)
    showUndoToast({
      message: say('removed', { name }),
      what: say('undoRemove', { name }),
      onUndo: () => kept.putBack(chat),
    })
  }
  return (
    <li>
      <div className={styles['line']}>
        <span className={styles['name']} dir="auto">
          {name}
        </span>
        <span className={styles['muted']}>{say('messageCount', { count: chat.turns.length })}</span>
        {replay === undefined ? (
          <span className={styles['muted']}>{say('notReplayed')}</span>
        ) : (
          <Badge tone={tones[replay.outcome]}>{say(replay.outcome)}</Badge>
        )}
        {replay?.now !== undefined && replay.outcome !== 'same' && (
          <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {say('compareTest')}
          </Button>
        )}
        <IconButton
          size="small"
          label={say('removeTest', { name })}
          icon={<Trash2 size={16} aria-hidden />}
          onClick={remove}
        />
      </div>
      {isOpen && replay?.now !== undefined && replay.outcome !== 'same' && (
        <Comparison before={chat} now={replay.now} onAccept={kept.accept} />
      )}
    </li>
  )
}

interface ComparisonProps {
  before: KeptChat
  now: KeptChat
  onAccept: (now: KeptChat) => void
}

function Comparison({ before, now, onAccept }: ComparisonProps) {
  const say = useWords()
  return (
    <div className={styles['comparison']}>
      <WordDiff before={transcript(before)} after={transcript(now)} />
      <Button size="small" onClick={() => onAccept(now)}>
        {say('expect')}
      </Button>
    </div>
  )
}

const transcript = ({ turns, values }: KeptChat): string =>
  [
    ...turns.flatMap(({ said, reply, action }) => [
      ...said.map((text) => `› ${text}`),
      action === 'continue' ? reply : `${reply} [${action}]`,
    ]),
    '',
    ...Object.entries(values).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
  ].join('\n')
