import { createRsbuild, loadConfig } from '@rsbuild/core'

import { messageOf } from './terminal.ts'

// Rsbuild's own `dev` command does not report the first finished build.
try {
  const { content } = await loadConfig({ command: 'dev', envMode: 'development' })
  const app = await createRsbuild({ config: content })
  app.onAfterDevCompile(({ isFirstCompile }) => {
    if (isFirstCompile) process.send?.({ type: 'ready' })
  })
  const { server } = await app.startDevServer()
  const stop = () => void server.close().finally(() => process.exit())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  process.once('disconnect', stop)
} catch (error) {
  process.send?.({ type: 'failed', message: messageOf(error) })
  process.exitCode = 1
  process.disconnect?.()
}
