import type { AnswerMeta } from '@errand/contract/chats/form-data'
import type { JobField } from '@errand/contract/job-field'
import { Button, Popover, RelativeTime } from '@errand/shared-ui'
import { Bot, FileInput, MessageCircle, UserRound } from 'lucide-react'

import { useInboxAddress } from '../address/use-inbox-address.ts'
import { useWords } from '../words/words.ts'
import styles from './answers.module.css'
import { FieldValue } from './field-value.tsx'

const icons = {
  contact: MessageCircle,
  assistant: Bot,
  owner: UserRound,
  import: FileInput,
} as const

interface AnswerSourceProps {
  meta: AnswerMeta
  field: JobField
}

/** Where an answer came from: who, in which words, and what it was before. */
export function AnswerSource({ meta, field }: AnswerSourceProps) {
  const say = useWords()
  const { jumpTo } = useInboxAddress()
  const { source, evidence, messageId, previous = [] } = meta
  const Icon = icons[source]
  return (
    <span className={styles['source']}>
      <Icon size={14} role="img" aria-label={say(`source.${source}`)} />
      {evidence !== undefined && <q dir="auto">{evidence}</q>}
      {evidence === undefined && <span>{say(`source.${source}`)}</span>}
      {messageId !== undefined && (
        <button type="button" className={styles['jump']} onClick={() => jumpTo(messageId)}>
          {say('showInChat')}
        </button>
      )}
      {previous.length > 0 && (
        <Popover
          label={say('history')}
          trigger={
            <Button size="small" variant="quiet" className={styles['jump']}>
              {say('history')}
            </Button>
          }
        >
          <ol className={styles['history']}>
            {previous.map(({ value, at, source: by }) => (
              <li key={at}>
                <FieldValue value={value} type={field.type} options={field.options} />
                <span>
                  {say(`source.${by}`)} · <RelativeTime at={at} />
                </span>
              </li>
            ))}
          </ol>
        </Popover>
      )}
    </span>
  )
}
