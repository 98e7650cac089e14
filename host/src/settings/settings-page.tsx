import { paths } from '@errand/contract/paths'
import { profileQuery, userMessage } from '@errand/shared-auth'
import {
  ButtonLink,
  Card,
  ErrorState,
  PageHeader,
  Skeleton,
  useDocumentTitle,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import {
  Bell,
  Bot,
  Building2,
  CalendarClock,
  Inbox,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquareQuote,
  Palette,
  ReceiptText,
  Shield,
  User as Person,
  Zap,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { AccountSection } from './account-section.tsx'
import { AssistantSection, MessagesSection } from './assistant-sections.tsx'
import { BusinessSection, ProfileSection } from './business-sections.tsx'
import { HoursSection } from './hours-section.tsx'
import { InboxSection, RepliesSection } from './inbox-sections.tsx'
import { LookSection } from './look-section.tsx'
import { MailSection } from './mail-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import type { SectionProps } from './section-form.tsx'
import styles from './settings-page.module.css'
import { WhatsAppSection } from './whatsapp-section.tsx'
import { useWords } from './words/words.ts'

export { loadWords } from './words/words.ts'

interface SettingsPageProps {
  /** Meta's script, if the deployment lets it in. */
  facebookSdkUrl?: string | undefined
}

/** The settings, one section at a time. */
export function SettingsPage({ facebookSdkUrl }: SettingsPageProps) {
  const say = useWords()
  useDocumentTitle(say('settings'))
  const { hash } = useLocation()
  const chosen = settingsSections.find(({ id }) => hash === `#${id}`) ?? settingsSections[0]
  return (
    <>
      <PageHeader title={say('settings')} description={say('settingsHint')} />
      <div className={styles['page']}>
        <SectionList chosenId={chosen?.id} />
        <div className={styles['section']}>
          {chosen !== undefined && (
            <ChosenSection key={chosen.id} section={chosen} facebookSdkUrl={facebookSdkUrl} />
          )}
        </div>
      </div>
    </>
  )
}

/** On phones the list of sections scrolls sideways. */
const scrollIntoView = (link: HTMLAnchorElement | null): void =>
  link?.scrollIntoView?.({ block: 'nearest', inline: 'center' })

function SectionList({ chosenId }: { chosenId: string | undefined }) {
  const say = useWords()
  return (
    <nav aria-label={say('sections')} className={styles['list']}>
      <ul>
        {settingsSections.map(({ id, label, Icon }) => (
          <li key={id}>
            <Link
              ref={id === chosenId ? scrollIntoView : undefined}
              to={{ hash: id }}
              className={styles['link']}
              aria-current={id === chosenId ? 'true' : undefined}
            >
              <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
              <span>{say(label)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function ChosenSection({
  section,
  ...page
}: SettingsPageProps & { section: (typeof settingsSections)[number] }) {
  const say = useWords()
  const { data: user, isError, error, isFetching, refetch } = useQuery(profileQuery())
  if (user !== undefined) return <section.Content user={user} {...page} />
  if (!isError) return <Skeleton rows={4} label={say('loading')} />
  return (
    <ErrorState title={userMessage(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
  )
}

interface SettingsSection {
  /** Its address: `/settings#business`. */
  id: string
  label:
    | 'profile'
    | 'business'
    | 'hours'
    | 'whatsapp'
    | 'mail'
    | 'assistant'
    | 'told'
    | 'inbox'
    | 'quickReplies'
    | 'notifications'
    | 'billing'
    | 'look'
    | 'account'
  Icon: LucideIcon
  Content: ComponentType<SectionProps & SettingsPageProps>
}

/** The sections, in display order. */
const settingsSections: readonly SettingsSection[] = [
  { id: 'profile', label: 'profile', Icon: Person, Content: ProfileSection },
  { id: 'business', label: 'business', Icon: Building2, Content: BusinessSection },
  { id: 'hours', label: 'hours', Icon: CalendarClock, Content: HoursSection },
  { id: 'whatsapp', label: 'whatsapp', Icon: MessageCircle, Content: WhatsAppSection },
  { id: 'smtp', label: 'mail', Icon: Mail, Content: MailSection },
  { id: 'assistant', label: 'assistant', Icon: Bot, Content: AssistantSection },
  { id: 'messages', label: 'told', Icon: MessageSquareQuote, Content: MessagesSection },
  { id: 'inbox', label: 'inbox', Icon: Inbox, Content: InboxSection },
  { id: 'replies', label: 'quickReplies', Icon: Zap, Content: RepliesSection },
  { id: 'notifications', label: 'notifications', Icon: Bell, Content: NotificationsSection },
  { id: 'billing', label: 'billing', Icon: ReceiptText, Content: BillingSection },
  { id: 'appearance', label: 'look', Icon: Palette, Content: LookSection },
  { id: 'account', label: 'account', Icon: Shield, Content: AccountSection },
]

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
