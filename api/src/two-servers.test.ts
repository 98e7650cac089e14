import { killOneOfTwo } from '../test/two-servers.ts'

killOneOfTwo({ ownerCount: 1, atOnce: 16 })
