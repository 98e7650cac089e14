/** A schema as the OpenAPI document writes it, as far as bodies use it. */
export interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  maxLength?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  additionalProperties?: JsonSchema | boolean
}

type Path = (string | number)[]

/** A body with one value that its schema does not allow, and where that stands. */
export interface BadBody {
  why: string
  pointer: string
  body: unknown
}

const deep: unknown = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`)

/** Values of each type, to be put where another type belongs. */
const samples: [type: string, value: unknown][] = [
  ['string', 'no such value'],
  ['number', 7.5],
  ['boolean', true],
  ['object', {}],
  ['array', []],
  ['null', null],
]

/** One bad body for each way in which each value of the schema can be wrong. */
export function badBodies(schema: JsonSchema, path: Path = []): BadBody[] {
  const branches = schema.anyOf ?? [schema]
  const wrong = [...wrongTypes(branches), ...branches.flatMap((branch) => wrongValues(branch))]
  const own = wrong.map(([why, value]) => ({
    why,
    pointer: toPointer(path),
    body: nest(path, value),
  }))
  return [...own, ...missing(branches, path), ...branches.flatMap((branch) => below(branch, path))]
}

/** Every text of the schema, and where it stands. */
export function textsOf(
  schema: JsonSchema,
  path: Path = [],
): { pointer: string; text: JsonSchema }[] {
  const own = schema.type === 'string' ? [{ pointer: toPointer(path), text: schema }] : []
  const inside = childrenOf(schema, path).flatMap(([child, at]) => textsOf(child, at))
  return [...own, ...(schema.anyOf ?? []).flatMap((branch) => textsOf(branch, path)), ...inside]
}

const toPointer = (path: Path) => ['#', ...path].join('/')

const nest = (path: Path, value: unknown): unknown =>
  path.toReversed().reduce((inner, step) => (step === 0 ? [inner] : { [step]: inner }), value)

function wrongTypes(branches: JsonSchema[]): [string, unknown][] {
  const types = branches.map(({ type }) => (type === 'integer' ? 'number' : type))
  // Anything may stand there.
  if (types.includes(undefined)) return []
  const others = samples.filter(([type]) => !types.includes(type))
  // Two of the others and `null` say as much as all of them.
  return others
    .filter(([type], index) => index < 2 || type === 'null')
    .map(([type, value]) => [`${type} instead of ${types.join(' or ')}`, value])
}

function wrongValues(schema: JsonSchema): [string, unknown][] {
  const { type, maxLength, minimum, exclusiveMinimum, maximum } = schema
  const tooLong = maxLength === undefined ? 'x'.repeat(10_000) : 'x'.repeat(maxLength + 1)
  const isOpen = schema.enum === undefined && schema.const === undefined
  return [
    ...(type === undefined ? ([['nesting beyond reason', deep]] as [string, unknown][]) : []),
    ...(type === 'string' && isOpen ? ([['a text too long', tooLong]] as [string, unknown][]) : []),
    ...(type === 'string' ? ([['U+0000', 'a\0b']] as [string, unknown][]) : []),
    ...(type === 'array'
      ? ([['10 000 entries', Array.from({ length: 10_000 }, () => null)]] as [string, unknown][])
      : []),
    ...(type === 'array' || type === 'object'
      ? ([['nesting beyond reason', deep]] as [string, unknown][])
      : []),
    ...(type === 'integer'
      ? ([
          ['half a number', 7.5],
          ['1e308', 1e308],
        ] as [string, unknown][])
      : []),
    ...(minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER
      ? ([['a number too small', minimum - 1]] as [string, unknown][])
      : []),
    ...(exclusiveMinimum === undefined
      ? []
      : ([['a number too small', exclusiveMinimum]] as [string, unknown][])),
    ...(maximum === undefined
      ? []
      : ([['a number too large', maximum + 1]] as [string, unknown][])),
  ]
}

function missing(branches: JsonSchema[], path: Path): BadBody[] {
  const names = branches.flatMap(({ required = [] }) => required)
  const bad = { why: 'nothing where something is needed', body: nest(path, {}) }
  // Which of several ways was meant nobody knows.
  if (branches.length > 1) return names.length > 0 ? [{ ...bad, pointer: toPointer(path) }] : []
  return names.map((name) => ({ ...bad, pointer: toPointer([...path, name]) }))
}

const below = (schema: JsonSchema, path: Path): BadBody[] =>
  childrenOf(schema, path).flatMap(([child, at]) => badBodies(child, at))

function childrenOf({ properties = {}, items }: JsonSchema, path: Path): [JsonSchema, Path][] {
  const members = Object.entries(properties).map(([name, member]): [JsonSchema, Path] => [
    member,
    [...path, name],
  ])
  return items === undefined ? members : [...members, [items, [...path, 0]]]
}
