import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

import type { anotherEnvironment } from './product.ts'
import { root } from './source.ts'

interface AnotherProduct {
  process: ChildProcess
  /** What it said until it was ready. */
  said: string
}

/** Starts a copy of the product, here or in another folder, and waits until it says that it is ready. */
export async function startAnother(
  environment: ReturnType<typeof anotherEnvironment> & { DATABASE_URL?: string; HOME?: string },
  place: { cwd?: string; uid?: number; gid?: number } = {},
): Promise<AnotherProduct> {
  const product = spawn(process.execPath, ['tools/src/start.ts'], {
    cwd: root,
    ...place,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const line of createInterface({ input: product.stdout })) {
    said += `${line}\n`
    if (line.startsWith('Ready in')) return { process: product, said }
  }
  throw new Error(`The product ended before it was ready:\n${said}`)
}
