import * as z from 'zod/mini'

/** Reads a program's settings; throws one sentence about the first value that will not do. */
export function parseEnvironment<S extends z.core.$ZodType>(
  schema: S,
  environment: NodeJS.ProcessEnv,
): z.output<S> {
  const given = Object.entries(environment).filter(([, value]) => value !== '')
  const parsed = z.safeParse(schema, Object.fromEntries(given))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`${issue?.path.join('.') ?? 'A setting'} is not valid: ${issue?.message ?? ''}`)
}

/** Ends in order what a program has started. */
export type Stop = () => Promise<void>

/** Runs a program until a signal, or the end of its parent, stops it. */
export async function runProgram(start: () => Promise<Stop>): Promise<void> {
  // Until there is something to end in order.
  let stop: Stop = () => Promise.resolve()
  const end = () => void stop().finally(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  // The parent is gone, however it ended.
  process.once('disconnect', end)
  try {
    stop = await start()
    process.send?.({ type: 'ready' })
  } catch (error) {
    refuseToStart(error)
  }
}

/** Reports in one sentence why a program cannot start, to its parent or the terminal, and exits. */
function refuseToStart(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${message}\n`)
  // Open resources end with the process; the database tolerates that.
  if (process.send === undefined) process.exit(1)
  process.send({ type: 'failed', message }, () => process.exit(1))
}
