/** A server of the product that runs as a process of its own. */
export interface Program {
  name: string
  /** The arguments of node: the script, and what comes before and after it. */
  args: string[]
  cwd: string
  env: Record<string, string>
  onMessage?: (message: unknown) => void
  /** What it is told as soon as that is known, at each of its starts. */
  task?: Promise<object>
  /** Its source changes while it runs: after a failure it waits for the next change. */
  isEdited?: boolean
}

/** A program could not be started, or does not stay up; the message is for people. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError'
}
