import { paths } from '@errand/contract/paths'
import { profileQuery, userMessage } from '@errand/shared-auth'
import {
  ButtonLink,
  Card,
  ErrorState,
  PageHeader,
  Skeleton,
  useDocumentTitle,
  useMedia,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { type ComponentType, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { loadWords as loadAlertWords } from '../notify/words/words.ts'
import { AccountSection } from './account-section.tsx'
import { ActivitySection } from './activity-section.tsx'
import { HoursSection } from './hours-section.tsx'
import { KeyboardCard } from './keyboard-card.tsx'
import { MailSection } from './mail-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { RepliesSection } from './replies-section.tsx'
import { SectionCard, type SectionProps, useSectionForm } from './section-form.tsx'
import { SectionList } from './section-list.tsx'
import { sectionNames, type SectionId } from './section-names.ts'
import { plainSections } from './sections.ts'
import { SecuritySection } from './security-section.tsx'
import { Rows, settingNames } from './setting-row.tsx'
import styles from './settings-page.module.css'
import { WhatsAppSection } from './whatsapp-section.tsx'
import { loadWords as loadSettingsWords, useWords } from './words/words.ts'

/** Loads the texts of all sections. */
export async function loadWords(): Promise<void> {
  await Promise.all([loadSettingsWords(), loadAlertWords()])
}

interface SettingsPageProps {
  /** Meta's script, if the deployment lets it in. */
  facebookSdkUrl?: string | undefined
}

/** The settings: a list of sections with the chosen one beside it or, on a phone, in its place. */
export function SettingsPage(props: SettingsPageProps) {
  const say = useWords()
  useDocumentTitle(say('settings'))
  const { hash } = useLocation()
  const isPhone = useMedia('(width < 960px)')
  const asked = sectionNames.find(({ id }) => hash === `#${id}`)?.id
  const chosen = asked ?? (isPhone ? undefined : 'business')
  const page = useFocusInPlace(chosen, isPhone)
  const isListShown = !isPhone || chosen === undefined
  return (
    <>
      {isListShown ? (
        <PageHeader title={say('settings')} />
      ) : (
        <h1 className={styles['back']}>
          <Link to={paths.settings}>
            <ChevronLeft size={20} className={styles['arrow']} aria-hidden="true" />
            <span>{say('settings')}</span>
          </Link>
        </h1>
      )}
      <div ref={page} className={styles['page']}>
        {isListShown && <SectionList chosenId={chosen} />}
        {chosen !== undefined && <ChosenSection key={chosen} id={chosen} {...props} />}
      </div>
    </>
  )
}

/** Where the pressed link is gone, the focus goes to the section; on a phone also back to its link. */
function useFocusInPlace(chosen: SectionId | undefined, isPhone: boolean) {
  const page = useRef<HTMLDivElement>(null)
  const last = useRef(chosen)
  useEffect(() => {
    const target = chosen === undefined ? `a[href$='#${last.current}']` : '[role=group]'
    const isLinkGone = isPhone || document.activeElement === document.body
    if (isLinkGone && last.current !== chosen) {
      page.current?.querySelector<HTMLElement>(target)?.focus()
      if (isPhone && chosen !== undefined) window.scrollTo(0, 0)
    }
    last.current = chosen
  }, [chosen, isPhone])
  return page
}

/** A section that is nothing but its settings. */
function plainSection(
  id: keyof typeof plainSections,
  title: 'profile' | 'business' | 'assistant' | 'told' | 'inbox' | 'look',
  hint: `${typeof title}Hint`,
) {
  const rows = plainSections[id]
  const section = { id, names: rows.flatMap(settingNames) }
  return function PlainSection({ user }: SectionProps) {
    const say = useWords()
    const state = useSectionForm(section, user)
    return (
      <SectionCard title={say(title)} description={say(hint)} state={state}>
        <Rows rows={rows} {...{ state, user }} />
      </SectionCard>
    )
  }
}

const LookForm = plainSection('appearance', 'look', 'lookHint')

/** How the product looks, on all devices, and the shortcuts of this one. */
function LookSection(props: SectionProps) {
  return (
    <>
      <LookForm {...props} />
      <KeyboardCard />
    </>
  )
}

const contents: Record<SectionId, ComponentType<SectionProps & SettingsPageProps>> = {
  profile: plainSection('profile', 'profile', 'profileHint'),
  business: plainSection('business', 'business', 'businessHint'),
  hours: HoursSection,
  whatsapp: WhatsAppSection,
  smtp: MailSection,
  assistant: plainSection('assistant', 'assistant', 'assistantHint'),
  messages: plainSection('messages', 'told', 'toldHint'),
  inbox: plainSection('inbox', 'inbox', 'inboxHint'),
  replies: RepliesSection,
  notifications: NotificationsSection,
  billing: BillingSection,
  appearance: LookSection,
  security: SecuritySection,
  activity: ActivitySection,
  account: AccountSection,
}

function ChosenSection({ id, ...page }: SettingsPageProps & { id: SectionId }) {
  const say = useWords()
  const { data: user, isError, error, isFetching, refetch } = useQuery(profileQuery())
  const Content = contents[id]
  const label = sectionNames.find((section) => section.id === id)?.label ?? 'settings'
  return (
    <div role="group" aria-label={say(label)} tabIndex={-1} className={styles['section']}>
      {user !== undefined ? (
        <Content user={user} {...page} />
      ) : isError ? (
        <ErrorState
          title={userMessage(error)}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton rows={4} label={say('loading')} />
      )}
    </div>
  )
}

/** Links to billing, where invoice details and the low-credit alert are set. */
function BillingSection() {
  const say = useWords()
  return (
    <Card title={say('billing')} description={say('billingHint')}>
      <div>
        <ButtonLink to={paths.billing.invoices}>{say('openBilling')}</ButtonLink>
      </div>
    </Card>
  )
}
