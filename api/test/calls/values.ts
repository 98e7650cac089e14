import * as fc from 'fast-check'

import type { JsonSchema } from '../bad-bodies.ts'

/** Draws a value; the same seed draws the same values in the same order. */
export type Draw = <T>(arbitrary: fc.Arbitrary<T>) => T

/** Draws from a seed of its own. */
export function createDraw(seed: number): Draw {
  const [generate] = fc.sample(fc.gen(), { seed, numRuns: 1 })
  if (generate === undefined) throw new Error('Nothing was generated')
  return (arbitrary) => generate(() => arbitrary)
}

interface Schema extends Omit<JsonSchema, 'items' | 'properties' | 'anyOf'> {
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  propertyNames?: Schema
  minLength?: number
  minItems?: number
}

/** Values that a schema of the document allows; what its checks in code forbid can be among them. */
export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valuesOf))
  const { minimum = -1000, exclusiveMinimum = minimum - 1, maximum = 100_000 } = schema
  switch (schema.type) {
    case 'string':
      return textsOf(schema)
    case 'integer':
      return fc.integer({
        min: Math.max(minimum, exclusiveMinimum + 1, Number.MIN_SAFE_INTEGER),
        max: Math.min(maximum, Number.MAX_SAFE_INTEGER),
      })
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return arraysOf(schema)
    case 'object':
      return objectsOf(schema)
    case undefined:
    default:
      return fc.jsonValue({ maxDepth: 3 })
  }
}

const first = Date.parse('2000-01-01')
const last = Date.parse('2100-12-31')
const moments = fc.integer({ min: first, max: last }).map((ms) => new Date(ms).toISOString())

const formats: Record<string, fc.Arbitrary<string>> = {
  date: moments.map((moment) => moment.slice(0, 10)),
  'date-time': moments,
  email: fc.stringMatching(/^[a-z]{1,12}@[a-z]{1,8}\.example$/),
  uri: fc.stringMatching(/^https:\/\/[a-z]{1,12}\.example\/[a-z]{0,12}$/),
}

function textsOf({ format = '', pattern, minLength = 0, maxLength = 200 }: Schema) {
  const formatted = formats[format]
  if (formatted !== undefined) return formatted
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  const lengths = { minLength, maxLength: Math.min(maxLength, Math.max(minLength, 200)) }
  const units = ['grapheme', 'grapheme-ascii'] as const
  return fc.oneof(...units.map((unit) => fc.string({ unit, ...lengths })))
}

const arraysOf = ({ items = {}, minItems = 0, maxItems = 4 }: Schema) =>
  fc.array(valuesOf(items), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 4) })

function objectsOf(schema: Schema): fc.Arbitrary<object> {
  const { properties, required = [], additionalProperties, propertyNames } = schema
  if (properties === undefined && typeof additionalProperties === 'object')
    return fc.dictionary(
      valuesOf(propertyNames ?? { type: 'string' }).map(String),
      valuesOf(additionalProperties),
      { maxKeys: 4 },
    )
  const members = Object.entries(properties ?? {}).map(([name, member]) => [name, valuesOf(member)])
  return fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: required.filter((name) => properties?.[name] !== undefined),
  })
}

/** Texts that break programs. */
export const oddTexts = fc.constantFrom(
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  'a\uDFFFb',
  '\uFEFF',
  '\u202Eabc\u2066',
  '👩🏽‍🍳'.repeat(50),
  'Z͑ͫ̓ͪ̂ͫ'.repeat(200),
  'ﷺ'.repeat(300),
  '__proto__',
  'constructor',
  'NaN',
  'null',
  '-1',
  '1e999',
  '0x10',
  '9'.repeat(400),
  '٣',
  "'; drop table jobs; -- ",
  '%',
  '\\',
  '%00',
  '${7*7}{{7*7}}',
  '<script>x</script>',
  '../../etc/passwd',
  'a,b,,c',
  '\r\nSet-Cookie: a=b',
  '2026-02-30',
  '9999-12-31T23:59:59.999Z',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13',
  'x'.repeat(10_000),
)

const nested = (levels: number, open: string, close: string): unknown =>
  JSON.parse(`${open.repeat(levels)}1${close.repeat(levels)}`)

/** Values that stand where they do not belong. */
const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  oddTexts,
  oddTexts,
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -0,
    -1,
    0.1,
    1e308,
    -1e308,
    5e-324,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    [],
    {},
    [[]],
    JSON.parse('{"__proto__":{"isAdmin":true}}'),
    JSON.parse('{"constructor":{"prototype":{}},"toString":1,"length":-1}'),
    { toJSON: 1, valueOf: 1 },
    nested(31, '[', ']'),
    nested(99, '[', ']'),
    nested(1000, '{"a":', '}'),
    Array(5000).fill(null),
    Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`k${index}`, index])),
    'x'.repeat(900_000),
    'a\n'.repeat(100_000),
    ' '.repeat(500_000),
  ),
  fc.jsonValue(),
)

/** A copy with something wrong at a place that is drawn: another value, none, or one more. */
export function spoil(draw: Draw, value: unknown): unknown {
  if (!isContainer(value) || draw(fc.integer({ min: 0, max: 9 })) === 0) return draw(oddValues)
  const keys = Object.keys(value)
  const key = draw(fc.constantFrom(...keys, 'unknown', '__proto__', 'constructor', '0'))
  if (Array.isArray(value)) {
    const at = Number(key)
    return value.map((item, index) => (index === at ? spoil(draw, item) : item))
  }
  const others = Object.entries(value).filter(([name]) => name !== key)
  if (keys.includes(key) && draw(fc.integer({ min: 0, max: 4 })) === 0)
    return Object.fromEntries(others)
  const inner = spoil(draw, Object.getOwnPropertyDescriptor(value, key)?.value)
  return Object.fromEntries([...others, [key, inner]])
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null
