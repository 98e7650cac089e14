import type { JsonSchema } from './bad-bodies.ts'

/** A parameter of the query as the OpenAPI document writes it. */
export interface QueryParameter {
  name: string
  in: string
  schema: JsonSchema
}

/** Of what no figures are counted; the year 2000 is the first and 2100 the last. */
const farDays: Record<string, string[]> = {
  date: ['0000-01-01', '1999-12-31', '2101-01-01', '9999-12-31'],
  'date-time': ['1999-12-31T23:59:59Z', '9999-12-31T23:59:59.999Z'],
}

/** One query for each way in which a parameter can be wrong. */
export function badQueries({ name, schema }: QueryParameter): string[] {
  const { type, maxLength, minimum, maximum } = schema
  const isOpenText = type === 'string' && schema.enum === undefined && schema.pattern === undefined
  const values = [
    ...(farDays[schema.format ?? ''] ?? []),
    ...(isOpenText ? [] : ['', 'no such value', '<script>', '%F0%9F%98%80']),
    ...(type === 'integer' ? ['7.5', '-1', '1e999', '99999999999999999999'] : []),
    ...(minimum === undefined ? [] : [String(minimum - 1)]),
    ...(maximum === undefined ? [] : [String(maximum + 1)]),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    'a%00b',
  ]
  return [...values.map((value) => `${name}=${value}`), `${name}=1&${name}=2`]
}
