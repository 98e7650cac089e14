import { mediaKindOf, type MediaKind } from '@errand/contract/chats/media'
import type { Channel as ChannelName } from '@errand/contract/chats/session'

import type { Database, Queries } from '../../platform/database/database.ts'
import { FileStoreError, type FileStore } from '../../platform/files/file-store.ts'
import { readFile } from '../../platform/files/files.service.ts'
import { fetchLimited, type Fetch } from '../../platform/http/fetch-limited.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { readSecret } from '../../platform/secrets/secrets.repo.ts'
import { readPreferences } from '../account/settings-view.ts'
import {
  type Channel,
  ChannelBusy,
  ChannelLost,
  ChannelRefusal,
  ChannelThrottled,
  type Channels,
  type Pace,
  refusals,
  type ChannelMessage,
} from '../chats/channel.ts'
import type { MessageRow } from '../chats/rows.ts'
import { findTemplates } from '../chats/templates.repo.ts'
import { ruleOf, toMessageError } from './error-rules.ts'
import { GraphError, markRead, sendMessage, uploadMedia, type GraphAccess } from './graph.ts'
import { whatsAppPace } from './pace.ts'
import { isThrottled } from './throttle.ts'

/** WhatsApp as this process reaches it. */
export interface WhatsApp extends Accounts {
  channels: Channels
}

interface WhatsAppDeps {
  database: Database
  fileStore: FileStore
  secretBox: SecretBox
  /** The URL of the provider's api. */
  graphUrl: string
  /** The Meta app of the deployment. */
  metaApp?: MetaApp | undefined
  /** The simulated api, on a developer's machine only. */
  simulated?: GraphEndpoint | undefined
}

/** Opens the channels, which are the same client with different endpoints. */
export function openWhatsApp(deps: WhatsAppDeps): WhatsApp {
  const { database, fileStore, secretBox, graphUrl, metaApp, simulated } = deps
  const endpoints: GraphEndpoints = {
    whatsapp: { baseUrl: graphUrl, ask: fetchLimited },
    ...(simulated !== undefined && { simulator: simulated }),
  }
  const accounts = { endpoints, secretBox, metaApp }
  const stored = { database, fileStore }
  const channels: Channels = {
    whatsapp: createWhatsAppChannel(stored, accounts, { name: 'whatsapp', pace: whatsAppPace }),
    ...(simulated !== undefined && {
      simulator: createWhatsAppChannel(stored, accounts, { name: 'simulator' }),
    }),
  }
  return { ...accounts, channels }
}

/** A channel that sends over the owner's account at the Graph API. */
function createWhatsAppChannel(
  { database, fileStore }: Pick<WhatsAppDeps, 'database' | 'fileStore'>,
  accounts: Accounts,
  { name: channel, pace }: { name: ChannelName; pace?: Pace },
): Channel {
  const access = async (ownerId: string): Promise<GraphAccess> => {
    const found = await findAccess(database.queries, accounts, { ownerId, channel })
    if (found === undefined) throw new ChannelLost(refusals.disconnected)
    return found
  }
  return {
    ...(pace !== undefined && { pace }),
    send: async (sending) => {
      const account = await access(sending.ownerId)
      return withChannelErrors(async () => {
        const { media, ...message } = sending
        const blanks = await blanksOf(database.queries, sending)
        const ready = { ...message, ...(blanks !== undefined && { blanks }) }
        const file = media && (await uploadFile(fileStore, account, media))
        const body = toGraphMessage({ ...ready, ...(file !== undefined && { media: file }) })
        return { providerId: await sendMessage(account, body) }
      })
    },
    showTyping: async ({ ownerId, providerId }) => {
      if (await isThrottled(database.queries, { ownerId, channel })) return
      await markRead(await access(ownerId), providerId, { isTyping: true })
    },
    markRead: async ({ ownerId, providerId }) => {
      if (await isThrottled(database.queries, { ownerId, channel })) return
      await markRead(await access(ownerId), providerId, { isTyping: false })
    },
  }
}

/** The names of the template's blanks; undefined if they are numbered. */
async function blanksOf(
  queries: Queries,
  { ownerId, template }: ChannelMessage,
): Promise<string[] | undefined> {
  if (template === undefined) return undefined
  const languages = await findTemplates(queries, ownerId, template.name)
  const row = languages.find(({ language }) => language === template.language)
  return row?.parameterFormat === 'NAMED' ? row.variables.map(({ name }) => name) : undefined
}

/**
 * Without an answer the message may have been sent nevertheless: a status report with its reference
 * would show that. It is sent again only if no report arrives within this time.
 */
const noAnswerRetry = { tries: 4, firstMs: 15_000 }

/** Nothing was sent yet, so it is only tried again; the last time after some eight minutes. */
const noFileRetry = { tries: 6, firstMs: 15_000 }

async function withChannelErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FileStoreError) throw new ChannelBusy(refusals.noFile, noFileRetry)
    if (!(error instanceof GraphError)) throw error
    throw toChannelError(error)
  }
}

function toChannelError({ code, status, details, retryAfterMs }: GraphError): Error {
  const { remedy, concerns } = ruleOf(code, status)
  if (remedy.kind === 'throttle') return new ChannelThrottled({ ...remedy, retryAfterMs })
  const hasNoAnswer = status < 400 || (code === 0 && status !== 401 && status !== 403)
  if (hasNoAnswer) return new ChannelBusy(toMessageError(131_016), noAnswerRetry)
  const reason = toMessageError(code, details)
  if (remedy.kind === 'retry') return new ChannelBusy(reason, remedy)
  if (remedy.kind === 'disconnect') return new ChannelLost(reason)
  return new ChannelRefusal(reason, concerns)
}

/** A message whose file is uploaded, and whose template's blanks are known. */
type ReadyMessage = Omit<ChannelMessage, 'media'> & {
  media?: { id: string; kind: MediaKind; isVoice: boolean; fileName?: string }
  /** The names of the blanks, if the template has named ones. */
  blanks?: string[]
}

/** A message in the format of the Graph API. */
function toGraphMessage(sending: ReadyMessage): object {
  const { to, reference, replyToProviderId } = sending
  return {
    ...recipientOf(to),
    // Status reports repeat it, so that a message is found even if its provider id was never received.
    biz_opaque_callback_data: reference,
    ...(replyToProviderId !== undefined && { context: { message_id: replyToProviderId } }),
    ...contentOf(sending),
  }
}

/** The recipient: the phone number, or the user id if the number is hidden. */
function recipientOf({ phoneNumber, userId }: ChannelMessage['to']): object {
  return phoneNumber === null ? { recipient: userId } : { to: phoneNumber.slice(1) }
}

function contentOf({ text, template, blanks, media, choices }: ReadyMessage): object {
  if (template !== undefined) return templateOf(template, blanks)
  if (media !== undefined) return mediaOf(media, text)
  if (choices !== undefined)
    return { type: 'interactive', interactive: interactiveOf(text, choices) }
  return { type: 'text', text: { preview_url: false, body: text } }
}

function interactiveOf(
  text: string,
  { kind, open = '', options }: NonNullable<ReadyMessage['choices']>,
): object {
  const body = { text }
  if (kind === 'list') {
    return { type: 'list', body, action: { button: open, sections: [{ rows: options }] } }
  }
  const buttons = options.map((reply) => ({ type: 'reply', reply }))
  return { type: 'button', body, action: { buttons } }
}

/** Fills the blanks by position, or by name if the template has named ones. */
function templateOf(
  { name, language, components }: NonNullable<ReadyMessage['template']>,
  blanks: string[] = [],
): object {
  const parameters = components.map(({ text }, index) => ({
    type: 'text',
    ...(blanks[index] !== undefined && { parameter_name: blanks[index] }),
    text: inOneLine(text),
  }))
  const body = parameters.length === 0 ? [] : [{ type: 'body', parameters }]
  const template = { name, language: { code: language }, components: body }
  return { type: 'template', template }
}

/** The provider refuses new lines, tabs and long gaps in the values of blanks. */
function inOneLine(text: string): string {
  return text.replaceAll(/(?<!\s)\s*[\n\t]\s*/g, ' ').replaceAll(/ {4,}/g, '   ')
}

function mediaOf(
  { id, kind, isVoice, fileName }: NonNullable<ReadyMessage['media']>,
  caption: string,
): object {
  return {
    type: kind,
    [kind]: {
      id,
      ...(caption !== '' && kind !== 'audio' && { caption }),
      ...(fileName !== undefined && kind === 'document' && { filename: fileName }),
      // Played in the chat at once, and written down for those who want that.
      ...(isVoice && { voice: true }),
    },
  }
}

/** Uploads a file to the provider, which returns the id for sending it. */
async function uploadFile(
  store: FileStore,
  access: GraphAccess,
  { id, mimeType, bytes, fileName = 'file' }: NonNullable<MessageRow['media']>,
): Promise<NonNullable<ReadyMessage['media']>> {
  const content = await readFile(store, id)
  // The provider knows no texts but plain ones; the phone opens them by their names.
  const taken = mimeType.startsWith('text/') ? 'text/plain' : mimeType
  const file = { fileName, mimeType: taken, size: bytes, content }
  const uploadedId = await uploadMedia(access, file)
  const isVoice = mimeType.startsWith('audio/ogg')
  return { id: uploadedId, kind: mediaKindOf(mimeType), isVoice, fileName }
}

/** The credentials of an account at a Graph API. */
export interface Credentials {
  phoneNumberId: string
  wabaId: string
  accessToken: string
  appSecret: string
}

/** The endpoint of a Graph API. */
export interface GraphEndpoint {
  baseUrl: string
  ask: Fetch
  /** Set for a simulated one, which makes the credentials of each owner itself. */
  simulated?: {
    credentialsOf: (ownerId: string) => Credentials
    ownerIdOf: (id: string) => string | undefined
  }
}

/** The Meta app of a deployment. */
export interface MetaApp {
  id: string
  secret: string
}

/** The endpoints: the provider's, and on a developer's machine the simulator's. */
type GraphEndpoints = Partial<Record<ChannelName, GraphEndpoint>>

/** What finding an owner's account needs. */
export interface Accounts {
  endpoints: GraphEndpoints
  secretBox: SecretBox
  metaApp?: MetaApp | undefined
}

/** The access to an owner's account on a channel; undefined if it is not connected. */
export async function findAccess(
  queries: Queries,
  { endpoints, secretBox }: Accounts,
  { ownerId, channel }: { ownerId: string; channel: ChannelName },
): Promise<GraphAccess | undefined> {
  const endpoint = endpoints[channel]
  if (endpoint === undefined) return undefined
  const { baseUrl, ask, simulated } = endpoint
  if (simulated !== undefined) return { baseUrl, ask, ...simulated.credentialsOf(ownerId) }
  const { whatsapp } = await readPreferences(queries, ownerId)
  const { provider, phoneNumberId, wabaId } = whatsapp
  if (provider !== 'cloud_api' || phoneNumberId === '') return undefined
  const accessToken = await readSecret(queries, secretBox, {
    ownerId,
    name: 'whatsapp_access_token',
  })
  return accessToken === undefined
    ? undefined
    : { baseUrl, ask, phoneNumberId, wabaId, accessToken }
}
