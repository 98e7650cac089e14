import { setTimeout as delay } from 'node:timers/promises'

import { S3mini, type UploadPart } from 's3mini'

import { fetchLimited } from '../http/fetch-limited.ts'
import { pathOf, type ByteSource, type FileStore } from './file-store.ts'

/** A bucket of an S3-compatible store. */
export interface S3Settings {
  /** The endpoint, the bucket and perhaps a prefix: `https://s3.example.com/bucket/prefix`. */
  url: string
  key: string
  secret: string
  region: string
}

/** The smallest part that S3 takes; an upload has two in memory, with the one that is being sent. */
const partBytes = 5 * 1024 * 1024
/** How many objects one request can delete. */
const maxDeleted = 1000

/** Keeps files in a bucket. */
export function openS3Store({ url, key, secret, region }: S3Settings): FileStore {
  const { origin, pathname } = new URL(url)
  const [bucket, ...folders] = pathname.split('/').filter((part) => part !== '')
  const keyOf = (id: string) => [...folders, pathOf(id)].join('/')
  const s3 = new S3mini({
    accessKeyId: key,
    secretAccessKey: secret,
    endpoint: `${origin}/${bucket}`,
    region,
    fetch: fetchWithRetries,
  })
  return {
    write: (id, source) => upload(s3, keyOf(id), source),
    read: async (id, range) => {
      const { body } =
        range === undefined
          ? await s3.getObjectRaw(keyOf(id))
          : await s3.getObjectRaw(keyOf(id), false, range.from, range.to + 1)
      return body ?? new ReadableStream({ start: (controller) => controller.close() })
    },
    delete: async (ids) => {
      for (let from = 0; from < ids.length; from += maxDeleted) {
        const keys = ids.slice(from, from + maxDeleted).map(keyOf)
        await abortUploads(s3, keys, keys.length === 1 ? keys[0] : folders.join('/'))
        const deleted = await s3.deleteObjects(keys)
        if (deleted.includes(false)) throw new Error('S3 did not delete all objects')
      }
    },
  }
}

/** A small file is one request; a larger one is sent in parts, one after the other. */
async function upload(s3: S3mini, key: string, source: ByteSource): Promise<void> {
  let uploadId: string | undefined
  const parts: UploadPart[] = []
  for await (const part of inParts(source, partBytes)) {
    if (uploadId === undefined && part.length < partBytes) {
      await s3.putObject(key, part)
      return
    }
    uploadId ??= await s3.getMultipartUploadId(key)
    parts.push(await s3.uploadPart(key, uploadId, part, parts.length + 1))
  }
  if (uploadId === undefined) {
    await s3.putObject(key, new Uint8Array(0))
    return
  }
  const answer = await s3.completeMultipartUpload(key, uploadId, parts)
  // S3 may report a failure in an answer with status 200.
  if ('Error' in answer) throw new Error('S3 did not complete the upload')
}

/**
 * The same bytes in parts of that size, the last one smaller. All parts share one buffer, which the
 * next part overwrites: the caller has to be done with a part before asking for the next.
 */
async function* inParts(source: ByteSource, size: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(size)
  let filled = 0
  for await (const chunk of source) {
    for (let from = 0; from < chunk.length;) {
      const piece = chunk.subarray(from, from + size - filled)
      part.set(piece, filled)
      filled += piece.length
      from += piece.length
      if (filled < size) continue
      yield part
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}

/** Frees the parts of uploads that were never completed, as after a crash. */
async function abortUploads(s3: S3mini, keys: string[], prefix = ''): Promise<void> {
  const listed = await s3.listMultipartUploads('/', '', 'GET', { prefix })
  const { ListMultipartUploadsResult: { Upload = [] } = {} } = listed as UploadList
  for (const { Key, UploadId } of [Upload].flat()) {
    if (keys.includes(Key)) await s3.abortMultipartUpload(Key, UploadId)
  }
}

/** As S3 answers it; one upload is no list. */
interface UploadList {
  ListMultipartUploadsResult?: { Upload?: ListedUpload | ListedUpload[] }
}

interface ListedUpload {
  Key: string
  UploadId: string
}

/** For how long the start of an answer may take, with the sending of a part. */
const answerMs = 20_000
const maxTries = 3
const firstPauseMs = 200

/** Large stores answer some requests with an error of a moment; each of ours may be repeated. */
async function fetchWithRetries(
  url: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetchWithin(answerMs, url, init).catch((error: unknown) => {
      if (tries === maxTries) throw error
      return undefined
    })
    const isPassing = answer === undefined || answer.status === 429 || answer.status >= 500
    if (answer !== undefined && (!isPassing || tries === maxTries)) return answer
    await answer?.body?.cancel()
    await delay(firstPauseMs * 2 ** (tries - 1))
  }
}

/** More than any file has: a contact can send 100 MiB. */
const maxFileBytes = 128 * 1024 * 1024

/** Whether a file is read, and no list of them. */
const isFile = (url: string | URL | Request, init?: RequestInit): boolean =>
  init?.method === 'GET' && new URL(url instanceof Request ? url.url : url).search === ''

/** The limit is not for the body, which is read as fast as somebody takes it. */
async function fetchWithin(
  ms: number,
  url: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(new Error('S3 did not answer')), ms)
  try {
    return await fetchLimited(
      url,
      { ...init, redirect: 'error', signal: waiting.signal },
      { maxBytes: isFile(url, init) ? maxFileBytes : undefined },
    )
  } finally {
    clearTimeout(timer)
  }
}
