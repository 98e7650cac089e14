import type { Job } from '@errand/contract/jobs'
import { paths } from '@errand/contract/paths'
import {
  Button,
  ButtonLink,
  CountBadge,
  FormActions,
  IconButton,
  Menu,
  PageHeader,
  Sheet,
  TextLink,
  useFormats,
  useMedia,
  useNow,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { ChartColumn, Ellipsis, History, MessageCircle, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router-dom'

import { type JobCheck, checkJob } from '../changes/check-job.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { JobStatusBadge, useDeleteJob, useSwitchJob } from '../jobs/job-actions.tsx'
import { questionsQuery } from '../questions/questions.queries.ts'
import styles from './job-form.module.css'

interface JobLayoutProps {
  nav: ReactNode
  children: ReactNode
  phone: ReactNode
  phoneTitle: string
}

const wide = '(width >= 1140px)'

/** Sections, form and phone side by side; on narrow screens the phone is a sheet. */
export function JobLayout({ nav, children, phone, phoneTitle }: JobLayoutProps) {
  const say = useWords()
  const isWide = useMedia(wide)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles['layout']}>
      <div className={styles['nav']}>{nav}</div>
      <div className={styles['main']}>{children}</div>
      {isWide ? (
        <div className={styles['aside']}>{phone}</div>
      ) : (
        <>
          <Button
            className={styles['tryIt']}
            icon={<MessageCircle size={16} aria-hidden />}
            onClick={() => setIsOpen(true)}
          >
            {say('tryIt')}
          </Button>
          <Sheet isOpen={isOpen} title={phoneTitle} onClose={() => setIsOpen(false)}>
            {phone}
          </Sheet>
        </>
      )}
    </div>
  )
}

interface SaveBarProps {
  job: Job | undefined
  isDirty: boolean
  isSaving: boolean
  isPublishing: boolean
  onPublish: () => void
}

/** Save, publish, and the save status. */
export function SaveBar({ job, isDirty, ...props }: SaveBarProps) {
  const { isSaving, isPublishing, onPublish } = props
  const say = useWords()
  const status = useSaveStatus(job, isDirty)
  const isLive = job !== undefined && !job.hasUnpublishedChanges && job.status === 'active'
  return (
    <div className={styles['bar']}>
      <FormActions status={status}>
        <Button
          variant="primary"
          isBusy={isPublishing}
          disabled={isLive && !isDirty}
          onClick={onPublish}
        >
          {say('publish')}
        </Button>
        <Button type="submit" isBusy={isSaving && !isPublishing}>
          {say('save')}
        </Button>
      </FormActions>
    </div>
  )
}

function useSaveStatus(job: Job | undefined, isDirty: boolean): string | undefined {
  const say = useWords()
  const formats = useFormats()
  const today = formats.date(useNow())
  if (isDirty) return say('notSaved')
  if (job === undefined) return undefined
  const isToday = formats.date(job.updatedAt) === today
  const time = isToday ? formats.time(job.updatedAt) : formats.dateTime(job.updatedAt)
  const saved = say('savedAt', { time })
  return job.hasUnpublishedChanges && job.liveVersionId !== null
    ? `${saved} · ${say('unpublished')}`
    : saved
}

/** The sections of the form, in order; also the ids of their elements. */
export const sections = [
  'about',
  'instructions',
  'questions',
  'fields',
  'translations',
  'messages',
  'trigger',
  'behaviour',
  'test',
] as const

/** Sections that exist only for a saved job. */
const needsSavedJob = (section: (typeof sections)[number]): boolean =>
  section === 'questions' || section === 'translations'

/** Links to the sections, with the number of problems or open questions in each. */
export function SectionNav({ jobId }: { jobId: Job['id'] | undefined }) {
  const say = useWords()
  const questions = useQuery({ ...questionsQuery(jobId ?? ''), enabled: jobId !== undefined })
  const open = questions.data?.open.length ?? 0
  useScrollToHash()
  const problems = useProblems()
  const current = useCurrentSection()
  return (
    <nav aria-label={say('sections')} className={styles['sections']}>
      <ul>
        {sections.map((section) => {
          if (needsSavedJob(section) && jobId === undefined) return null
          const count = problems.filter((problem) => problem.section === section).length
          return (
            <li key={section}>
              <button
                type="button"
                aria-current={section === current ? 'location' : undefined}
                onClick={() => scrollToSection(section)}
              >
                <span>{say(section)}</span>
                <CountBadge count={count} label={say('hasProblems', { count })} />
                {section === 'questions' && (
                  <CountBadge count={open} label={say('hasQuestions', { count: open })} />
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const quietMs = 200

/** The problems of the form, checked when nobody has typed for a moment. */
function useProblems(): JobCheck[] {
  const { getValues, subscribe } = useFormContext<JobFormValues>()
  const findProblems = () => checkJob(getValues()).filter(({ kind }) => kind === 'problem')
  const [problems, setProblems] = useState(findProblems)
  const refreshProblems = useEffectEvent(() => setProblems(findProblems()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(() => refreshProblems(), quietMs)
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [subscribe])
  return problems
}

/** Scrolls to the section that the address names, once it is rendered. */
function useScrollToHash(): void {
  const { hash } = useLocation()
  useEffect(() => {
    const section = sections.find((one) => hash === `#${one}`)
    if (section === undefined) return undefined
    // In a frame: the shell scrolls a new page to its top after the effects of the page.
    const frame = requestAnimationFrame(() => scrollToSection(section, true))
    return () => cancelAnimationFrame(frame)
  }, [hash])
}

/** Scrolls to a section and moves the focus there. */
function scrollToSection(section: (typeof sections)[number], isAtOnce = false): void {
  const element = document.getElementById(section)
  const skipsAnimation = isAtOnce || window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView?.({ block: 'start', behavior: skipsAnimation ? 'auto' : 'smooth' })
  element?.focus({ preventScroll: true })
}

function useCurrentSection(): string | undefined {
  const [current, setCurrent] = useState<string>(sections[0])
  useEffect(() => {
    if (!('IntersectionObserver' in window)) return undefined
    const seen = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id)
          else seen.delete(target.id)
        }
        const first = sections.find((section) => seen.has(section))
        if (first !== undefined) setCurrent(first)
      },
      { rootMargin: '-10% 0px -60% 0px' },
    )
    for (const section of sections) {
      const element = document.getElementById(section)
      if (element !== null) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [])
  return current
}

/** The header of a job's page: its status, and the actions on the whole job. */
export function JobHeader({ job, onVersions }: { job: Job; onVersions: () => void }) {
  const say = useWords()
  const navigate = useNavigate()
  const deletion = useDeleteJob(job, () => void navigate(paths.jobs.list))
  return (
    <>
      <PageHeader
        title={job.name}
        description={say('editDescription')}
        back={<TextLink to={paths.jobs.list}>{say('allJobs')}</TextLink>}
        status={<JobStatusBadge status={job.status} />}
        actions={
          <>
            {job.liveVersionId !== null && <SwitchButton job={job} />}
            <ButtonLink
              to="../analytics"
              relative="path"
              icon={<ChartColumn size={16} aria-hidden />}
            >
              {say('analytics')}
            </ButtonLink>
            <Button icon={<History size={16} aria-hidden />} onClick={onVersions}>
              {say('versions')}
            </Button>
            <Menu
              label={say('moreActions')}
              trigger={
                <IconButton label={say('moreActions')} icon={<Ellipsis size={16} aria-hidden />} />
              }
              entries={[
                {
                  label: say('deleteJob'),
                  icon: <Trash2 size={16} />,
                  tone: 'danger',
                  onSelect: deletion.remove,
                },
              ]}
            />
          </>
        }
      />
      {deletion.dialog}
    </>
  )
}

function SwitchButton({ job }: { job: Job }) {
  const say = useWords()
  const { isOn, switchJob, dialog } = useSwitchJob(job)
  return (
    <>
      <Button onClick={() => switchJob(!isOn)}>{say(isOn ? 'pause' : 'resume')}</Button>
      {dialog}
    </>
  )
}
