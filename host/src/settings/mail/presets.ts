import type { Settings } from '@errand/contract/settings'

type Server = Pick<Settings['smtp'], 'host' | 'port' | 'security'>

interface Preset extends Server {
  id: string
  label: string
}

const providers: Preset[] = [
  { id: 'gmail', label: 'Gmail', host: 'smtp.gmail.com', port: 465, security: 'tls' },
  { id: 'outlook', label: 'Outlook', host: 'smtp.office365.com', port: 587, security: 'starttls' },
  { id: 'zoho', label: 'Zoho', host: 'smtp.zoho.in', port: 465, security: 'tls' },
]

/** Servers that people have, and the inbox of a developer's machine where there is one. */
export const presetsOf = (localInbox: Server | undefined, localLabel: string): Preset[] =>
  localInbox === undefined
    ? providers
    : [...providers, { id: 'local', label: localLabel, ...localInbox }]
