/** What a model of the simulator does wrong. */
export interface Behaviour {
  /** What people are told of it. */
  effect: string
  /** Answers with this status instead of a completion. */
  status?: 401 | 429 | 500
  /** Waits so long before its first word; `Infinity` is for ever. */
  waitMs?: number
  /** Writes something that is no JSON of the schema: at first, or whatever it is told. */
  breaks?: 'first' | 'always'
  /** Hangs up in the middle. */
  isCut?: true
  /** Declines to answer, for what it was asked. */
  isRefusal?: true
}

/** By the name of the model, as it is set by `AI_MODEL`. */
export const models: Record<string, Behaviour> = {
  'errand-sim': { effect: 'answers by the rules of the built-in provider' },
  'errand-sim-slow': { effect: 'answers after five seconds', waitMs: 5_000 },
  'errand-sim-silent': { effect: 'never answers', waitMs: Infinity },
  'errand-sim-malformed': { effect: 'breaks the schema, and mends it when asked', breaks: 'first' },
  'errand-sim-broken': { effect: 'always breaks the schema', breaks: 'always' },
  'errand-sim-cut': { effect: 'hangs up in the middle of an answer', isCut: true },
  'errand-sim-refusal': { effect: 'declines: finish_reason content_filter', isRefusal: true },
  'errand-sim-busy': { effect: '429, with Retry-After', status: 429 },
  'errand-sim-down': { effect: '500', status: 500 },
  'errand-sim-keyless': { effect: '401, whatever the key', status: 401 },
}
