import type { Socket } from 'node:net'

import type { TestSmtpInput, TestSmtpResponse } from '@errand/contract/auth'

import { resolveMailHost, type MailRules } from '../../mail/mail-host.ts'
import { failureOf } from '../../mail/smtp-failure.ts'
import { greet, openSocket, sendLetter, signIn } from './smtp-dialogue.ts'

type Stage = TestSmtpResponse['stages'][number]
type Step = Pick<Stage, 'protocol' | 'messageId'>

/** Without a password nobody is signed in: the saved one does not belong to this server. */
type Tested = Omit<TestSmtpInput, 'password'> & { password: string | undefined }

/** All stages together; a page waits half a minute for an answer. */
const wholeMs = 25_000

/** Goes through the stages until one fails; whatever a server does, there is a result. */
export async function runSmtpTest(input: Tested, rules: MailRules): Promise<TestSmtpResponse> {
  const stages: Stage[] = []
  const step = async <T>(
    stage: Stage['stage'],
    work: () => Promise<T>,
    tell?: (made: T) => Step,
  ) => {
    const start = performance.now()
    const ms = () => Math.round(performance.now() - start)
    try {
      const made = await work()
      stages.push({ stage, ok: true, ms: ms(), ...tell?.(made) })
      return made
    } catch (error) {
      stages.push({ stage, ok: false, ms: ms(), ...failureOf(error) })
      throw error
    }
  }
  const success = await passes(input, rules, step)
  return { success, stages }
}

type TakeStep = <T>(
  stage: Stage['stage'],
  work: () => Promise<T>,
  tell?: (made: T) => Step,
) => Promise<T>

async function passes(input: Tested, rules: MailRules, step: TakeStep): Promise<boolean> {
  let socket: Socket | undefined
  const timer = setTimeout(() => socket?.destroy(), wholeMs)
  try {
    const address = await step('dns', () => resolveMailHost(input, rules))
    socket = await step('connect', () => openSocket(address, input.port))
    await talk(socket, input, step)
    return true
  } catch {
    // The stage that failed says why.
    return false
  } finally {
    clearTimeout(timer)
    socket?.destroy()
  }
}

async function talk(socket: Socket, input: Tested, step: TakeStep): Promise<void> {
  const { username: user, password: pass, fromName: name, fromEmail, to } = input
  const dialogue = await step('tls', () => greet(socket, input), protocolOf)
  try {
    if (user !== '') await step('auth', () => signIn(dialogue, user, pass))
    const from = { name, address: fromEmail }
    await step(
      'send',
      () => sendLetter(dialogue, { from, to }),
      (messageId) => ({ messageId }),
    )
  } finally {
    dialogue.close()
  }
}

/** In the library's own field: the secure socket is given nowhere else. */
function protocolOf({ _socket: socket }: { _socket?: unknown }): Step {
  const protocol = (socket as { getProtocol?: () => string | null } | undefined)?.getProtocol?.()
  return typeof protocol === 'string' ? { protocol } : {}
}
