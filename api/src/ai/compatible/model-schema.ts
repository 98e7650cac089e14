import { jsonSchema } from 'ai'
import * as z from 'zod/mini'

/** A schema as models are held to it: closed objects, and every member required. */
export function toModelSchema<T>(schema: z.core.$ZodType) {
  const json = z.toJSONSchema(schema, { target: 'draft-7', io: 'output' })
  return jsonSchema<T>(json as Parameters<typeof jsonSchema>[0] & object, {
    validate: (value) => {
      const parsed = z.safeParse(schema, value)
      return parsed.success
        ? { success: true, value: parsed.data as T }
        : { success: false, error: parsed.error }
    },
  })
}
