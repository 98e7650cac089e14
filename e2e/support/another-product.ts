import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

import { anotherEnvironment } from './product.ts'
import { root } from './source.ts'

/** Starts a copy of the product and waits until it says that it is ready. */
export async function startAnother(
  environment: ReturnType<typeof anotherEnvironment>,
): Promise<ChildProcess> {
  const product = spawn(process.execPath, ['tools/src/start.ts'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: product.stdout })) {
    if (line.startsWith('Ready in')) return product
  }
  throw new Error('The product ended before it was ready')
}
