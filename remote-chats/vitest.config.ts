import { browserProject } from '../tools/src/test-run/browser-project.ts'

export default browserProject('remote-chats')
