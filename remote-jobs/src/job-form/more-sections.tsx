import type { Job } from '@errand/contract/jobs'
import { Skeleton } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useEffect, useEffectEvent } from 'react'

import { useWords } from '../job-draft/words/words.ts'
import { useLiveJobs } from '../jobs/jobs.queries.ts'
import { TestResult, TestSection } from '../phone/test-section.tsx'
import type { KeptChats } from '../phone/use-kept-chats.ts'
import { questionsQuery } from '../questions/questions.queries.ts'
import { Disclosure } from '../sections/disclosure.tsx'
import { type SectionId, sectionTitles } from '../sections/section-list.ts'
import {
  BehaviourSection,
  CompleteSection,
  MessageSection,
  RulesSection,
} from '../sections/sections.tsx'
import {
  BehaviourSummary,
  CompleteSummary,
  MessagesSummary,
  RulesSummary,
} from '../sections/summaries.tsx'
import styles from './job-form.module.css'
import type { SectionsState } from './use-sections.ts'

// Loaded when they are opened: most visits need neither.
const QuestionsSection = lazy(async () => ({
  default: (await import('../questions/questions-section.tsx')).QuestionsSection,
}))
const TranslationsSection = lazy(async () => ({
  default: (await import('../translations/translations-section.tsx')).TranslationsSection,
}))

interface MoreSectionsProps {
  /** Undefined for a new job, which has fewer sections. */
  jobId: Job['id'] | undefined
  sections: SectionsState
  kept: KeptChats
}

/** The sections that are closed until they are needed. */
export function MoreSections({ jobId, sections, kept }: MoreSectionsProps) {
  const say = useWords()
  const bind = (id: SectionId) => ({
    id,
    title: say(sectionTitles[id]),
    isOpen: sections.isOpen(id),
    onToggle: () => sections.toggle(id),
  })
  return (
    <div className={styles['more']}>
      <Disclosure {...bind('rules')} summary={<RulesSummary />}>
        <RulesSection />
      </Disclosure>
      <Disclosure
        {...bind('messages')}
        summary={<MessagesSummary />}
        description={say('messagesHint')}
      >
        <MessageSection />
      </Disclosure>
      <Disclosure
        {...bind('behaviour')}
        summary={<BehaviourSummary />}
        description={say('behaviourHint')}
      >
        <BehaviourSection />
      </Disclosure>
      <Disclosure {...bind('complete')} summary={<CompleteSummary />}>
        <CompleteSection />
      </Disclosure>
      {jobId !== undefined && (
        <>
          <Disclosure
            {...bind('questions')}
            summary={
              <QuestionsSummary
                jobId={jobId}
                onOpenQuestions={() => sections.suggest('questions')}
              />
            }
            description={say('notAnsweredHint')}
          >
            <Suspense fallback={<Skeleton rows={2} label={say('questions')} />}>
              <QuestionsSection jobId={jobId} />
            </Suspense>
          </Disclosure>
          <Disclosure
            {...bind('translations')}
            summary={say('translationsSummary')}
            description={say('translationsHint')}
          >
            <Suspense fallback={<Skeleton rows={2} label={say('translations')} />}>
              <TranslationsSection jobId={jobId} />
            </Suspense>
          </Disclosure>
          <Disclosure
            {...bind('test')}
            summary={<TestSummary kept={kept} />}
            description={say('testsHint')}
          >
            <TestSection kept={kept} />
          </Disclosure>
        </>
      )}
    </div>
  )
}

interface QuestionsSummaryProps {
  jobId: Job['id']
  /** Called when there are questions to answer. */
  onOpenQuestions: () => void
}

function QuestionsSummary({ jobId, onOpenQuestions }: QuestionsSummaryProps) {
  const say = useWords()
  useLiveJobs()
  const { data } = useQuery(questionsQuery(jobId))
  const count = data?.open.length ?? 0
  const handleQuestions = useEffectEvent(onOpenQuestions)
  useEffect(() => {
    if (count > 0) handleQuestions()
  }, [count])
  return <p>{say('hasQuestions', { count })}</p>
}

function TestSummary({ kept }: { kept: KeptChats }) {
  const say = useWords()
  return (
    <>
      <p>{say('keptCount', { count: kept.chats.length })}</p>
      <TestResult kept={kept} />
    </>
  )
}
