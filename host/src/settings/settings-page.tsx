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
import { sectionNames, type SectionId } from './section-names.ts'
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

const sectionLooks: Record<
  SectionId,
  { Icon: LucideIcon; Content: ComponentType<SectionProps & SettingsPageProps> }
> = {
  profile: { Icon: Person, Content: ProfileSection },
  business: { Icon: Building2, Content: BusinessSection },
  hours: { Icon: CalendarClock, Content: HoursSection },
  whatsapp: { Icon: MessageCircle, Content: WhatsAppSection },
  smtp: { Icon: Mail, Content: MailSection },
  assistant: { Icon: Bot, Content: AssistantSection },
  messages: { Icon: MessageSquareQuote, Content: MessagesSection },
  inbox: { Icon: Inbox, Content: InboxSection },
  replies: { Icon: Zap, Content: RepliesSection },
  notifications: { Icon: Bell, Content: NotificationsSection },
  billing: { Icon: ReceiptText, Content: BillingSection },
  appearance: { Icon: Palette, Content: LookSection },
  account: { Icon: Shield, Content: AccountSection },
}

/** The sections, in display order. */
const settingsSections = sectionNames.map(({ id, label }) => ({ id, label, ...sectionLooks[id] }))

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
