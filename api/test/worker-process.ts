import { randomBytes } from 'node:crypto'

import { openDatabase } from '@errand/database'

import { readSettings } from '../src/app/settings.ts'
import { startWork } from '../src/app/worker/start-work.ts'
import type { AiProvider } from '../src/modules/ai/ai-provider.ts'
import { rulesProvider } from '../src/modules/ai/rules/rules-provider.ts'
import { openBilling } from '../src/modules/billing/billing.ts'
import type { Channel } from '../src/modules/chats/channel.ts'
import { openWhatsApp } from '../src/modules/whatsapp/whatsapp-channel.ts'
import { definition } from '../src/platform/database/definition.ts'
import { openFileStore } from '../src/platform/files/open-file-store.ts'
import { createLog } from '../src/platform/log/create-log.ts'
import { createPushSender } from '../src/platform/push/push-sender.ts'
import { openQueue } from '../src/platform/queue/boss-queue.ts'
import { createSecretBox, readSecretKeys } from '../src/platform/secrets/secret-box.ts'
import { testTurn } from './turns.ts'

// A worker whose provider is its parent: it hears of each message that is sent, and the one that
// HANG_AT counts is never answered.
const hangAt = Number(process.env['HANG_AT'] ?? Infinity)
let sendings = 0
// It ends as if the power had gone when it gets there: it asks the model, or sends.
const dieAt = process.env['DIE_AT']
const die = () => process.kill(process.pid, 'SIGKILL')

/** Resolves when the parent will hear of it whatever happens to this process. */
const say = (reference: string) =>
  new Promise<void>((resolve) =>
    process.send?.({ reference }, undefined, undefined, () => resolve()),
  )

const simulator: Channel = {
  send: async ({ reference }) => {
    if (dieAt === 'before sending') die()
    await say(reference)
    sendings += 1
    if (dieAt === 'after sending') die()
    if (sendings === hangAt) await new Promise(() => {})
    return { providerId: `sim.${reference}` }
  },
}

/** Repeats what it is to answer, so that one sees what was answered. */
const echo: AiProvider = {
  ...rulesProvider,
  answer: async ({ inbound }) => {
    if (dieAt === 'asked') die()
    const reply = `You wrote ${inbound.map(({ text }) => text).join(' ')}.`
    return { turn: testTurn({ reply, confidence: 1 }), usage: { inputTokens: 1, outputTokens: 1 } }
  },
}

const log = createLog('silent')
const onLost = () => {}
const settings = readSettings(process.env)
const fileStore = openFileStore(settings.files)
const database = await openDatabase(definition, { ...settings, onLost })
// One after the other, so that it is known what is under way when it hangs.
const queue = await openQueue(database, log, { concurrency: { 'message.send': 1 } })
const billing = openBilling(settings.billing, queue)
const secretBox = createSecretBox(readSecretKeys(randomBytes(32).toString('base64')))
await startWork(
  {
    database,
    fileStore,
    queue,
    log,
    billing,
    channels: { simulator },
    whatsApp: openWhatsApp({ database, fileStore, secretBox, graphUrl: settings.graphUrl }),
    secretBox,
    mail: settings.mail,
    push: createPushSender({ database, secretBox, ...settings.push }),
    ai: echo,
    publicUrl: settings.publicUrl,
  },
  queue,
)
