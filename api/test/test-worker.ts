import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { bareEnvironment } from '@errand/database/testing'
import { vi } from 'vitest'

const entry = fileURLToPath(new URL('worker-process.ts', import.meta.url))

/** A worker of its own, and what it asked its provider to send. */
export interface TestWorker {
  process: ChildProcess
  sent: string[]
  /** Resolves when the condition on what was sent holds. */
  waitFor: (isEnough: (sent: string[]) => boolean) => Promise<void>
  exited: Promise<[number | null, NodeJS.Signals | null]>
}

export function startWorker(environment: NodeJS.ProcessEnv): TestWorker {
  const child = fork(entry, {
    env: { ...bareEnvironment, ...environment },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const sent: string[] = []
  child.on('message', ({ reference }: { reference: string }) => void sent.push(reference))
  return {
    process: child,
    sent,
    waitFor: async (isEnough) => {
      await vi.waitUntil(() => isEnough(sent), { interval: 50 })
    },
    exited: once(child, 'exit') as TestWorker['exited'],
  }
}
