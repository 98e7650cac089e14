export { openRegistry, type OpenRegistryOptions, type Registry } from './open-registry.ts'
export { publishToEverybody } from './publish-to-everybody.ts'
export { localReaderToken } from './access/local-secrets.ts'
