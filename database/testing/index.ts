export { freePort } from './free-port.ts'
export { makeEmptyStorage, makeStorage, type Storage } from './storage.ts'
