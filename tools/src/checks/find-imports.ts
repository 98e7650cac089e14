const statement = /\b(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]/g
const call = /\b(?:import|require|require\.resolve)\(\s*['"]([^'"]+)['"]\s*\)/g

/** What a source file imports, in any of the ways there are. */
export function findImports(source: string): string[] {
  return [statement, call].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, specifier = '']) => specifier),
  )
}
