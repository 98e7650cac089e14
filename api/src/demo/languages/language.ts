/** What a job of the demo can ask for. */
export type QuestionKind = 'service' | 'date' | 'time' | 'people' | 'name' | 'note'

/** What people and the assistant say in one language; `{}` is where a value goes. */
export interface Language {
  code: string
  given: readonly string[]
  family: readonly string[]
  openings: readonly string[]
  greeting: string
  questions: Record<QuestionKind, { label: string; ask: string; answers: readonly string[] }>
  /** What customers ask in between, and the answer. */
  talk: readonly (readonly [question: string, answer: string])[]
  confirm: string
  yes: readonly string[]
  done: string
  /** When nobody has answered for a while. */
  chase: string
  wantsPerson: readonly string[]
  owner: readonly string[]
  notes: readonly string[]
}
