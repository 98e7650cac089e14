import { withDatabase } from '@errand/database'
import { Command } from 'commander'

import { definition } from '../platform/database/definition.ts'
import { createLog } from '../platform/log/create-log.ts'
import { openQueue, type BossQueue } from '../platform/queue/boss-queue.ts'
import {
  dropDeadTask,
  listDeadTasks,
  retryDeadTask,
  type DeadTask,
} from '../platform/queue/dead-tasks.ts'
import { readSettings } from './settings.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const fail = (error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

const program = new Command('queue').description('Looks after work that failed for the last time.')
program
  .command('list')
  .description('Lists dead tasks, oldest first.')
  .option('--json', 'as one JSON document')
  .action(({ json }: { json?: true }) =>
    withQueue(async ({ boss }) => {
      const tasks = await listDeadTasks(boss)
      if (json) say(JSON.stringify(tasks))
      else if (tasks.length === 0) say('No task is dead.')
      else for (const task of tasks) say(toLine(task))
    }),
  )
program
  .command('retry <id>')
  .description('Gives a dead task all its tries anew.')
  .action((id: string) =>
    withQueue(async ({ boss }) => {
      if (!(await retryDeadTask(boss, id))) throw new Error(`There is no dead task ${id}.`)
      say(`${id} will be tried again.`)
    }),
  )
program
  .command('drop <id>')
  .description('Forgets a dead task.')
  .action((id: string) =>
    withQueue(async ({ boss }) => {
      if (!(await dropDeadTask(boss, id))) throw new Error(`There is no dead task ${id}.`)
      say(`${id} is forgotten.`)
    }),
  )
await program.parseAsync()

async function withQueue(work: (queue: BossQueue) => Promise<unknown>): Promise<void> {
  try {
    const settings = readSettings(process.env)
    await withDatabase(definition, { ...settings, onLost: fail }, async (database) => {
      const queue = await openQueue(database, createLog('silent'))
      try {
        await work(queue)
      } finally {
        await queue.stop()
      }
    })
  } catch (error) {
    fail(error)
  }
}

function toLine({ id, name, data, diedAt, retries, reason }: DeadTask): string {
  const columns = [diedAt.toISOString(), id, name, JSON.stringify(data), `${retries} retries`]
  return [...columns, reason].join('  ')
}
