/** What a shell is told of the end of a command. */
export const exitCodes = { done: 0, refused: 1, usage: 2, unreachable: 3, conflict: 4 } as const

/** Why a command ends early: one sentence, and what to do about it. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: number

  constructor(kind: Exclude<keyof typeof exitCodes, 'done'>, message: string) {
    super(message)
    this.exitCode = exitCodes[kind]
  }
}
