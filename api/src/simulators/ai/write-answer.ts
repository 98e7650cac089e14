import { scriptedProvider } from '../../ai/scripted/scripted-provider.ts'
import { readAnswer } from '../../form-data/read-answer.ts'
import { placeOf } from '../../form-data/reading.ts'
import type { Turn, TurnRequest } from '../../ai/turn.ts'
import { readDraftPrompt, readTurnPrompt, type Prompt } from './read-prompt.ts'

/** A JSON schema, as far as it is looked at. */
export interface AskedSchema {
  type?: string | string[]
  properties?: Record<string, AskedSchema>
  anyOf?: AskedSchema[]
}

const signal = new AbortController().signal

/** What the built-in provider would say, in the shape that is asked for. */
export async function writeAnswer(prompt: Prompt, schema: AskedSchema): Promise<unknown> {
  const members = schema.properties ?? {}
  if ('evidence' in members) return writeTurn(readTurnPrompt(prompt), members)
  const kind = 'greeting' in members ? 'job' : 'fields' in members ? 'fields' : 'instructions'
  if (!(kind in members) && kind !== 'job') return sampleOf(schema)
  return (await scriptedProvider.draft(kind, readDraftPrompt(prompt), { signal })).draft
}

async function writeTurn(request: TurnRequest, members: Record<string, AskedSchema>) {
  const { turn } = await scriptedProvider.answer(request, { signal })
  const keys = Object.keys(members['fields']?.properties ?? {})
  const fill = (value: (key: string) => unknown) =>
    Object.fromEntries(keys.map((key) => [key, value(key) ?? null]))
  return {
    ...turn,
    fields: fill((key) => valueOf(request, turn, { key, schema: members['fields'] })),
    evidence: fill((key) => turn.evidence[key]),
  }
}

/** Strict outputs want numbers as numbers; the built-in provider leaves words as they were said. */
function valueOf(
  { fields, business }: TurnRequest,
  turn: Turn,
  { key, schema }: { key: string; schema: AskedSchema | undefined },
): unknown {
  const value = turn.fields[key]
  if (typeof value !== 'string' || allows(schema?.properties?.[key], 'string')) return value
  const state = fields.find(({ field }) => field.key === key)
  const reading = state && readAnswer(state.field, value, placeOf(business))
  return reading !== undefined && 'value' in reading ? reading.value : null
}

const allows = (schema: AskedSchema | undefined, type: string): boolean =>
  [schema?.type].flat().includes(type) || (schema?.anyOf ?? []).some((each) => allows(each, type))

/** The least that keeps to a schema nobody here knows. */
function sampleOf({ type, properties = {}, anyOf }: AskedSchema): unknown {
  if (anyOf !== undefined)
    return anyOf.some((each) => each.type === 'null') ? null : sampleOf(anyOf[0] ?? {})
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties).map(([key, each]) => [key, sampleOf(each)]),
    )
  if (type === 'array') return []
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return 1
  return type === 'null' ? null : 'ok'
}
