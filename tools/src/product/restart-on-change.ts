import { watch } from 'node:fs'
import { join } from 'node:path'

import type { KeptProgram } from '../programs/keep-running.ts'
import { root } from '../root.ts'
import { progress } from '../terminal/report.ts'

/** Editors write a file in several steps. */
const settleMs = 150

/** Restarts programs when a source file of these folders has changed. */
export function restartOnChange(
  programs: KeptProgram[],
  { name, folders, signal }: { name: string; folders: string[]; signal: AbortSignal },
): void {
  let timer: NodeJS.Timeout | undefined
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true, signal }, (_, file) => {
      if (file === null || !file.endsWith('.ts') || file.endsWith('.test.ts')) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        progress(`${file} changed, the ${name} starts again`)
        for (const program of programs) program.restart()
      }, settleMs)
    })
  }
}
