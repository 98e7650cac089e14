import { browserProject, pageSetup } from '../tools/vitest/project.ts'

export default browserProject('remote-chats', [...pageSetup, './src/testing/setup.ts'])
