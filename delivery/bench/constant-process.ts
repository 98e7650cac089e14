import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

// argv: port, file with the page, its headers as JSON
const [, , port, file = '', headersJson = '{}'] = process.argv

const page = readFileSync(file)
const headers: Record<string, string> = JSON.parse(headersJson)
// The server that an edge runs on, with the same options, and nothing in between.
const server = createServer({ optimizeEmptyRequests: true }, (_request, response) => {
  response.writeHead(200, headers)
  response.end(page)
})
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
process.on('disconnect', () => process.exit(0))
