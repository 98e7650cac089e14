import type { TestedJob } from '@errand/contract/job-test'

/** One turn of a test chat, as the api answers it. */
export function aTurn(reply: string, part: Partial<TestedJob> = {}): TestedJob {
  return {
    success: true,
    reply,
    action: 'continue',
    handoffReason: null,
    language: 'en',
    confidence: 0.9,
    collected: { status: 'partial', values: {}, meta: {}, suggestions: [] },
    missing: [],
    progress: { required: 1, answered: 0, complete: false },
    problems: [],
    removed: [],
    provider: 'scripted',
    model: 'templates',
    usage: { inputTokens: 0, outputTokens: 0 },
    ...part,
  }
}

/** What a chat has collected. */
export const collected = (values: Record<string, unknown>): TestedJob['collected'] => ({
  status: 'partial',
  values,
  meta: {},
  suggestions: [],
})
