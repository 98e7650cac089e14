import { testSoundChats } from '../../test/random-chats.ts'

testSoundChats({ numRuns: 50 })
