import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const [key, secret, region] = ['AKIDTESTS', 'secret/of+tests', 'eu-central-1']
const bucket = '/errand/'
/** The smallest part of an upload but the last. */
const minPartBytes = 5 * 1024 * 1024

interface Upload {
  key: string
  parts: Map<number, Buffer>
}

/** An S3-compatible store in memory, as strict as S3 where the product could be wrong. */
export interface S3Server {
  /** The settings by which the api finds it. */
  environment: NodeJS.ProcessEnv
  objects: Map<string, Buffer>
  uploads: Map<string, Upload>
  /** Whether it answers each request with an error. */
  isFailing: boolean
  stop: () => Promise<void>
}

/** Starts a store with the bucket `errand` on a free port. */
export async function startS3Server(): Promise<S3Server> {
  const state: State = { objects: new Map(), uploads: new Map(), isFailing: false }
  const server = createServer((request, response) => {
    void answer(state, request).then(
      (given) => send(response, given),
      (error: unknown) => send(response, { status: 500, body: String(error) }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(state, {
    environment: {
      FILES_DIR: '',
      FILES_S3_URL: `http://127.0.0.1:${port}${bucket}shop`,
      FILES_S3_KEY: key,
      FILES_S3_SECRET: secret,
      FILES_S3_REGION: region,
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

type State = Pick<S3Server, 'objects' | 'uploads' | 'isFailing'>

interface Given {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}

function send(response: ServerResponse, { status, headers = {}, body = '' }: Given): void {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers })
  response.end(body)
}

const refuse = (status: number, code: string): Given => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`,
})

async function answer(state: State, request: IncomingMessage): Promise<Given> {
  const body = await buffer(request)
  if (state.isFailing) return refuse(503, 'SlowDown')
  if (!isSigned(request)) return refuse(403, 'SignatureDoesNotMatch')
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://s3')
  if (!`${pathname}/`.startsWith(bucket)) return refuse(404, 'NoSuchBucket')
  const object = decodeURIComponent(pathname.slice(bucket.length))
  const { method } = request
  if (object === '') {
    if (method === 'POST' && query.has('delete')) return deleteObjects(state, request, body)
    if (method === 'GET' && query.has('uploads')) return listUploads(state, query)
  }
  if (query.has('uploads') || query.has('uploadId')) {
    return answerUpload(state, { method, key: object, query, body })
  }
  if (method === 'PUT') {
    if (request.headers['content-length'] === undefined) return refuse(411, 'MissingContentLength')
    state.objects.set(object, body)
    return { status: 200, headers: { etag: etagOf(body) } }
  }
  if (method === 'GET') return readObject(state.objects.get(object), request.headers.range)
  return refuse(405, 'MethodNotAllowed')
}

/** Checks Signature Version 4 as its specification describes it. */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=(\S+), ?SignedHeaders=(\S+), ?Signature=([0-9a-f]{64})$/
  const [, credential, names = '', signature] = pattern.exec(headers.authorization ?? '') ?? []
  const date = String(headers['x-amz-date'])
  const scope = [date.slice(0, 8), region, 's3', 'aws4_request']
  if (credential !== [key, ...scope].join('/')) return false
  const signed = names.split(';')
  const must = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
  if (must.some((name) => !signed.includes(name))) return false
  const [path = '', search = ''] = url.split('?')
  const canonical = [
    method,
    path,
    search
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
      .toSorted()
      .join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), hash('sha256', canonical, 'hex')]
  const signingKey = scope.reduce<string | Buffer>(
    (derived, part) => createHmac('sha256', derived).update(part).digest(),
    `AWS4${secret}`,
  )
  return createHmac('sha256', signingKey).update(text.join('\n')).digest('hex') === signature
}

const hash = (name: string, data: string | Buffer, encoding: 'hex' | 'base64'): string =>
  createHash(name).update(data).digest(encoding)

const etagOf = (bytes: Buffer): string => `"${hash('md5', bytes, 'hex')}"`

function readObject(bytes: Buffer | undefined, range: string | undefined): Given {
  if (bytes === undefined) return refuse(404, 'NoSuchKey')
  if (range === undefined) return { status: 200, body: bytes }
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? []
  if (from === undefined || Number(from) >= bytes.length) return refuse(416, 'InvalidRange')
  const last = to ? Math.min(Number(to), bytes.length - 1) : bytes.length - 1
  const headers = { 'content-range': `bytes ${from}-${last}/${bytes.length}` }
  return { status: 206, headers, body: bytes.subarray(Number(from), last + 1) }
}

function deleteObjects({ objects }: State, { headers }: IncomingMessage, body: Buffer): Given {
  if (headers['x-amz-checksum-sha256'] !== hash('sha256', body, 'base64')) {
    return refuse(400, 'InvalidRequest')
  }
  const keys = [...body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, name = '']) => name)
  if (keys.length > 1000) return refuse(400, 'MalformedXML')
  for (const name of keys) objects.delete(name)
  const deleted = keys.map((name) => `<Deleted><Key>${name}</Key></Deleted>`)
  return { status: 200, body: `<DeleteResult>${deleted.join('')}</DeleteResult>` }
}

function listUploads({ uploads }: State, query: URLSearchParams): Given {
  const listed = [...uploads]
    .filter(([, upload]) => upload.key.startsWith(query.get('prefix') ?? ''))
    .map(([id, upload]) => `<Upload><Key>${upload.key}</Key><UploadId>${id}</UploadId></Upload>`)
  const body = `<ListMultipartUploadsResult>${listed.join('')}</ListMultipartUploadsResult>`
  return { status: 200, body }
}

interface UploadRequest {
  method: string | undefined
  key: string
  query: URLSearchParams
  body: Buffer
}

function answerUpload(state: State, { method, key: name, query, body }: UploadRequest): Given {
  if (method === 'POST' && query.has('uploads')) {
    const id = randomUUID()
    state.uploads.set(id, { key: name, parts: new Map() })
    const inside = `<Key>${name}</Key><UploadId>${id}</UploadId>`
    const result = `<InitiateMultipartUploadResult>${inside}</InitiateMultipartUploadResult>`
    return { status: 200, body: result }
  }
  const id = query.get('uploadId') ?? ''
  const upload = state.uploads.get(id)
  if (upload?.key !== name) return refuse(404, 'NoSuchUpload')
  if (method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body)
    return { status: 200, headers: { etag: etagOf(body) } }
  }
  if (method === 'POST') return completeUpload(state, id, upload, body.toString())
  state.uploads.delete(id)
  return { status: 204 }
}

function completeUpload(state: State, id: string, upload: Upload, body: string): Given {
  const pattern = /<PartNumber>(\d+)<\/PartNumber>\s*<ETag>(?:"|&quot;)?(\w+)(?:"|&quot;)?<\/ETag>/g
  const bytes: Buffer[] = []
  for (const [, number, etag] of body.matchAll(pattern)) {
    const part = upload.parts.get(Number(number))
    if (part === undefined || etagOf(part) !== `"${etag}"`) return refuse(400, 'InvalidPart')
    bytes.push(part)
  }
  if (bytes.slice(0, -1).some((part) => part.length < minPartBytes)) {
    return refuse(400, 'EntityTooSmall')
  }
  const whole = Buffer.concat(bytes)
  state.objects.set(upload.key, whole)
  state.uploads.delete(id)
  const result = `<Key>${upload.key}</Key><ETag>${etagOf(whole)}</ETag>`
  const name = 'CompleteMultipartUploadResult'
  return { status: 200, body: `<${name}>${result}</${name}>` }
}
