/** A process that was started once. */
export interface StartedProgram {
  /** Resolves when it says that it is ready; rejects when it ends before. */
  ready: Promise<void>
  /** Resolves when its process is gone. */
  exited: Promise<void>
  stop: () => Promise<void>
  kill: () => void
}

/** A server of the product that runs as a process of its own. */
export type Program = NodeProgram | OtherProgram

/** The database: others need it until they have ended, and it says in its own way that it is ready. */
interface OtherProgram {
  name: string
  /** `log` is the descriptor of the file for all that it writes. */
  launch: (log: number) => StartedProgram
}

/** A script that says over its channel when it is ready. */
export interface NodeProgram {
  name: string
  /** The arguments of node: the script, and what comes before and after it. */
  args: string[]
  cwd: string
  env: Record<string, string>
  onMessage?: (message: unknown) => void
  /** Its source changes while it runs: after a failure it waits for the next change. */
  isEdited?: boolean
}

/** A program could not be started, or does not stay up; the message is for people. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError'
}
