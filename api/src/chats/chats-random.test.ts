import { testSoundChats } from '../../test/random-chats.ts'

testSoundChats({ numRuns: 6, seed: 2026 })
