import * as z from 'zod/mini'

/** What a model answered, or what is wrong with it, as the model is told. */
export type Reading<T> = { value: T; fault?: undefined } | { fault: string }

/** Checks the JSON of an answer. */
export function readAnswer<T>(schema: z.core.$ZodType, json: string): Reading<T> {
  const parsed = z.safeParse(schema, parse(json))
  return parsed.success ? { value: parsed.data as T } : { fault: notJson }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const notJson = 'That was not valid JSON of the schema. Send the whole object again.'
