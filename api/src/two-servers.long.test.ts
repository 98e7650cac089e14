import { killOneOfTwo } from '../test/two-servers.ts'

killOneOfTwo({ ownerCount: 3, atOnce: 200 })
