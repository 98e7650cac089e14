import { listJobsCall } from '@errand/contract/jobs'
import { paths } from '@errand/contract/paths'
import { hasVisibleText } from '@errand/contract/visible-text'
import { callApi, useDraft } from '@errand/shared-auth'
import {
  Button,
  ButtonLink,
  Form,
  FormActions,
  isComposing,
  TextArea,
  TooLong,
  tooLongBy,
} from '@errand/shared-ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'

import styles from './path.module.css'
import { useWords } from './words/words.ts'

/** As much as a job is written from. */
const maxLength = 4000

/** One sentence from which the first job is written; `trade` is what the business does. */
export function SentenceStep({ trade }: { trade: string }) {
  const say = useWords()
  const navigate = useNavigate()
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft('path', 'sentence')
  // The landing page has offered one for the trade.
  const offered = useSearchParams()[0].get('sentence') ?? ''
  const sentence = typeof draft.value === 'string' ? draft.value : offered
  const suggestion = useSuggestion(trade)
  const excess = tooLongBy(sentence, maxLength)
  const canSend = hasVisibleText(sentence) && excess === 0
  const send = () => {
    if (!canSend) return
    void navigate(paths.jobs.create, { state: { prompt: sentence.trim() } })
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
    event.preventDefault()
    send()
  }
  const suggest = () => {
    draft.write(suggestion)
    field.current?.focus()
  }
  return (
    <Form onSubmit={handleSubmit} aria-label={say('stepJob')}>
      <TextArea
        ref={field}
        label={say('sentence')}
        hint={say('sentenceHint')}
        rows={2}
        value={sentence}
        onChange={({ target }) => draft.write(target.value)}
        onKeyDown={handleKeyDown}
      />
      {/* A counter would make one sentence look like too little. */}
      <TooLong id="sentence-too-long" by={excess} />
      {sentence === '' && (
        <div>
          <Button size="small" className={styles['suggestion']} onClick={suggest}>
            {suggestion}
          </Button>
        </div>
      )}
      <FormActions>
        <Button
          type="submit"
          variant="primary"
          icon={<Sparkles size={16} aria-hidden />}
          disabled={!canSend}
        >
          {say('writeJob')}
        </Button>
        <ButtonLink variant="quiet" to={paths.jobs.create}>
          {say('emptyForm')}
        </ButtonLink>
      </FormActions>
    </Form>
  )
}

/** Longer descriptions do not fit into a sentence. */
const maxTradeLength = 60

/** A sentence to start with: `Take bookings for my bicycle repair shop: …`. */
function useSuggestion(description: string): string {
  const say = useWords()
  const trade = description.trim().replace(/[.!।]$/u, '')
  if (trade === '' || trade.length > maxTradeLength || trade.includes('\n')) {
    return say('suggestionPlain')
  }
  // `Bicycle repair shop` in the middle of a sentence, but `NGO`.
  const isCapitalized = /^\p{Lu}\p{Ll}/u.test(trade)
  const inSentence = isCapitalized ? trade.charAt(0).toLowerCase() + trade.slice(1) : trade
  return say('suggestion', { trade: inSentence })
}

/** The way to publish the job that is written. */
export function PublishStep() {
  const say = useWords()
  const { data } = useQuery(newestJobQuery())
  const job = data?.items[0]
  return (
    <>
      {job !== undefined && (
        <p className={styles['hint']}>{say('publishHint', { name: job.name })}</p>
      )}
      <div>
        <ButtonLink
          variant="primary"
          to={job === undefined ? paths.jobs.list : paths.jobs.edit(job.id)}
        >
          {say('openJob')}
        </ButtonLink>
      </div>
    </>
  )
}

/** The job that was changed last. */
const newestJobQuery = () =>
  queryOptions({
    queryKey: ['account', 'newest-job'],
    queryFn: ({ signal }) => callApi(listJobsCall, { query: { limit: 1 }, signal }),
  })
