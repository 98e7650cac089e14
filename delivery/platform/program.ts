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

/** Reports in one sentence why a program cannot start, to its parent or the terminal, and exits. */
export function refuseToStart(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${message}\n`)
  // Open resources end with the process; the database tolerates that.
  if (process.send === undefined) process.exit(1)
  process.send({ type: 'failed', message }, () => process.exit(1))
}
