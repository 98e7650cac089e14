import { askFor, type Checkup } from '../checkup.ts'
import { failed, missing, ok, type Verdict } from '../finding.ts'

/** As small as a structured output can be. */
const question = {
  messages: [{ role: 'user', content: 'Answer with ok as true.' }],
  response_format: {
    type: 'json_schema',
    json_schema: {
      name: 'check',
      strict: true,
      schema: {
        type: 'object',
        properties: { ok: { type: 'boolean' } },
        required: ['ok'],
        additionalProperties: false,
      },
    },
  },
}

/** Whether the service of chat completions answers, and keeps to a schema. */
export async function checkAi({ settings: { ai }, ask }: Checkup): Promise<Verdict> {
  if (ai === undefined) {
    return missing('AI_BASE_URL is not set, so the built-in provider answers by rules.')
  }
  const { baseUrl, model, apiKey } = ai
  const started = performance.now()
  const answer = await askFor(ask, `${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({ model, ...question }),
  })
  if (answer === undefined) {
    return failed('Nothing answers in time at AI_BASE_URL; check the address, which ends in /v1.')
  }
  if (answer.status !== 200) return failed(explain(answer.status, model))
  if (!isStructured(answer.document)) {
    return failed(
      `${model} does not keep to a JSON schema; choose a model with structured outputs.`,
    )
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  return ok(`${model} answered by the schema in ${seconds} s.`)
}

function explain(status: number, model: string): string {
  if (status === 401 || status === 403) return `The AI service refuses AI_API_KEY (${status}).`
  if (status === 404)
    return `The AI service knows no model ${model}; check AI_MODEL and AI_BASE_URL.`
  if (status === 400) {
    return `The AI service does not take the question; ${model} may have no structured outputs.`
  }
  if (status === 429) return 'The AI service is busy or the credit is used up (429).'
  return `The AI service fails with ${status}; try again, or look at its status page.`
}

function isStructured({ choices }: Record<string, unknown>): boolean {
  const [choice] = (choices ?? []) as { message?: { content?: string } }[]
  try {
    return typeof JSON.parse(choice?.message?.content ?? '').ok === 'boolean'
  } catch {
    return false
  }
}
