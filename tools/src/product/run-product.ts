import { join } from 'node:path'

import type { KeptProgram } from '../programs/keep-running.ts'
import type { Program } from '../programs/program.ts'
import { createPrograms } from '../programs/programs.ts'
import { claimDataDir } from '../settings/claim-data-dir.ts'
import { checkPorts } from '../settings/ports.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import { complain, messageOf, progress, say } from '../terminal/report.ts'
import { onStop } from '../terminal/stop-signals.ts'

/** A copy of the product that is being started. */
export interface Product {
  settings: Settings
  /** Aborted when everything has to stop. */
  signal: AbortSignal
  /** Resolves when the program is ready. */
  start: (program: Program) => Promise<KeptProgram>
}

/** 128 + the number of SIGINT, as shells report it. */
const killedCode = 130

/** Starts the product, keeps it running, and ends this process with all of its programs. */
export async function runProduct(launch: (product: Product) => Promise<void>): Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  try {
    const settings = readSettings(process.env)
    claimDataDir(settings.dataDir)
    await checkPorts(settings.ports)

    const programs = createPrograms({
      logsDir: join(settings.dataDir, 'logs'),
      onEnd: complain,
      onGiveUp: (error) => void end(error),
    })
    onStop({
      stop: () => void end(),
      kill: () => {
        programs.kill()
        process.exit(killedCode)
      },
    })
    async function end(error?: unknown): Promise<void> {
      if (signal.aborted) return
      stopping.abort()
      if (error !== undefined) complain(messageOf(error))
      else say('\nStopping…')
      await programs.stop()
      process.exit(error === undefined ? 0 : 1)
    }
    await launch({ settings, signal, start: startWithProgress }).catch(end)

    async function startWithProgress(program: Program): Promise<KeptProgram> {
      const started = await programs.start(program)
      progress(`${program.name} ready`)
      return started
    }
  } catch (error) {
    complain(messageOf(error))
    process.exit(1)
  }
}
