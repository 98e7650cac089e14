/** What runs on the embedded engine too; together it executes every question that the registry puts. */
export const conformance = [
  'access.test.ts',
  'changes.test.ts',
  'collect.test.ts',
  'publishing.test.ts',
  'retention.test.ts',
  'server.test.ts',
]
