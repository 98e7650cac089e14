import type { User } from '@errand/contract/auth'
import {
  Bell,
  Bot,
  Building2,
  CalendarClock,
  Inbox,
  Mail,
  MessageCircle,
  MessageSquareQuote,
  Palette,
  ReceiptText,
  Shield,
  User as Person,
  Zap,
  type LucideIcon,
} from 'lucide-react'
import type { ComponentType } from 'react'

import { AccountSection } from './account/account-section.tsx'
import { AssistantSection } from './assistant/assistant-section.tsx'
import { BillingSection } from './billing/billing-section.tsx'
import { BusinessSection } from './business/business-section.tsx'
import { HoursSection } from './business/hours-section.tsx'
import { InboxSection } from './inbox/inbox-section.tsx'
import { LookSection } from './look/look-section.tsx'
import { MailSection } from './mail/mail-section.tsx'
import { NotificationsSection } from './notifications/notifications-section.tsx'
import { ProfileSection } from './profile/profile-section.tsx'
import { RepliesSection } from './replies/replies-section.tsx'
import { ToldSection } from './told/told-section.tsx'
import { WhatsAppSection } from './whatsapp/whatsapp-section.tsx'

/** What every section is given. */
export interface SectionProps {
  user: User
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
  Content: ComponentType<SectionProps>
}

/** The sections, in their order. */
export const settingsSections: readonly SettingsSection[] = [
  { id: 'profile', label: 'profile', Icon: Person, Content: ProfileSection },
  { id: 'business', label: 'business', Icon: Building2, Content: BusinessSection },
  { id: 'hours', label: 'hours', Icon: CalendarClock, Content: HoursSection },
  { id: 'whatsapp', label: 'whatsapp', Icon: MessageCircle, Content: WhatsAppSection },
  { id: 'smtp', label: 'mail', Icon: Mail, Content: MailSection },
  { id: 'assistant', label: 'assistant', Icon: Bot, Content: AssistantSection },
  { id: 'messages', label: 'told', Icon: MessageSquareQuote, Content: ToldSection },
  { id: 'inbox', label: 'inbox', Icon: Inbox, Content: InboxSection },
  { id: 'replies', label: 'quickReplies', Icon: Zap, Content: RepliesSection },
  { id: 'notifications', label: 'notifications', Icon: Bell, Content: NotificationsSection },
  { id: 'billing', label: 'billing', Icon: ReceiptText, Content: BillingSection },
  { id: 'appearance', label: 'look', Icon: Palette, Content: LookSection },
  { id: 'account', label: 'account', Icon: Shield, Content: AccountSection },
]
