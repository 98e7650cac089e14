import {
  parseSync,
  type ArrayExpression,
  type EcmaScriptModule,
  type Expression,
  type ObjectExpression,
  type ObjectProperty,
  type SpreadElement,
} from 'oxc-parser'

/** A route of a remote, as its route file says it. */
export interface FoundRoute {
  /** Below the mount, as the router writes it: '', `new`, `:id/edit`. */
  path: string
  isIndex: boolean
  /** What the route and the layouts around it import when they are opened. */
  imports: string[]
}

/** The routes that could be read, and a sentence for each place that could not. */
export interface RouteFile {
  routes: FoundRoute[]
  unread: string[]
}

type Element = ArrayExpression['elements'][number]
type Around = Pick<FoundRoute, 'path' | 'imports'>

/** Reads the exported `routes` of a route file without running it. */
export function readRouteFile(name: string, source: string): RouteFile {
  const { program, module } = parseSync(name, source)
  const constants = constantsOf(program.body)
  const found: RouteFile = { routes: [], unread: [] }
  walk(constants.get('routes'), { path: '', imports: [] })
  return found

  function walk(list: Element | undefined, around: Around): void {
    const array = resolve(list)
    if (array?.type !== 'ArrayExpression') return skip(list, 'these routes')
    for (const element of array.elements) {
      if (element?.type === 'SpreadElement') walk(element.argument, around)
      else walkRoute(element, around)
    }
  }

  function walkRoute(element: Element, around: Around): void {
    const route = resolve(element)
    if (route?.type !== 'ObjectExpression') return skip(element, 'this route')
    const { path, index, lazy, children } = propertiesOf(route)
    const segment = path === undefined ? '' : textOf(resolve(path))
    // Of optional parts the edge knows nothing.
    if (segment === undefined || segment.includes('?')) return skip(path, 'this path')
    const here = {
      path: [around.path, segment].filter((part) => part !== '').join('/'),
      imports: [...around.imports, ...(lazy === undefined ? [] : importsIn(lazy))],
    }
    if (children !== undefined) walk(children, here)
    if (path !== undefined || index !== undefined)
      found.routes.push({ ...here, isIndex: index !== undefined })
  }

  function importsIn(lazy: Expression): string[] {
    const { start, end } = resolve(lazy) ?? lazy
    const inside = module.dynamicImports.filter((call) => call.start >= start && call.end <= end)
    const imports = inside.map((call) => requestOf(call)).filter((request) => request !== undefined)
    if (imports.length === 0 || imports.length < inside.length) skip(lazy, 'what this loads')
    return imports
  }

  function requestOf({ moduleRequest }: EcmaScriptModule['dynamicImports'][number]) {
    return /^(['"`])([^$]*)\1$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[2]
  }

  function skip(node: { start: number } | null | undefined, what: string): void {
    const line = source.slice(0, node?.start ?? 0).split('\n').length
    found.unread.push(`${name}:${line}: ${what} cannot be read without running it`)
  }

  /** The value itself, without type annotations, and that of a constant for its name. */
  function resolve(node: Element | undefined): Expression | undefined {
    if (node === null || node === undefined || node.type === 'SpreadElement') return undefined
    if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression')
      return resolve(node.expression)
    return node.type === 'Identifier' ? resolve(constants.get(node.name)) : node
  }
}

type Statement = ReturnType<typeof parseSync>['program']['body'][number]

function constantsOf(body: Statement[]): Map<string, Expression> {
  const declarations = body.map((statement) =>
    statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement,
  )
  return new Map(
    declarations.flatMap((declaration) => {
      if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') return []
      return declaration.declarations.flatMap(({ id, init }): [string, Expression][] =>
        id.type === 'Identifier' && init !== null ? [[id.name, init]] : [],
      )
    }),
  )
}

function propertiesOf({ properties }: ObjectExpression): Record<string, Expression | undefined> {
  const named = properties.filter((property) => isNamed(property))
  return Object.fromEntries(
    named.map(({ key, value }) => [key.type === 'Identifier' ? key.name : '', value]),
  )
}

const isNamed = (property: ObjectProperty | SpreadElement): property is ObjectProperty =>
  property.type === 'Property' && !property.computed

function textOf(node: Expression | undefined): string | undefined {
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}
