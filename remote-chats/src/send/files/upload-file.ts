import { uploadResponseSchema, type UploadedFile } from '@errand/contract/chats/media'
import { api } from '@errand/shared-auth'

interface UploadOptions {
  signal: AbortSignal
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress: (share: number) => void
}

/** Uploads a file that is about to be sent. */
export async function uploadFile(
  file: File,
  { signal, onProgress }: UploadOptions,
): Promise<UploadedFile> {
  const headers = {
    'content-type': file.type || 'application/octet-stream',
    'x-file-name': encodeURIComponent(file.name.toWellFormed()),
  }
  const answer = api.post('files', {
    headers,
    signal,
    // A large file takes as long as the network needs.
    timeout: false,
    fetch: (input) => sendWithProgress(input as Request, file, onProgress),
  })
  return (await answer.json(uploadResponseSchema)).file
}

/** By XMLHttpRequest: browsers tell no progress of what `fetch` sends. */
function sendWithProgress(
  { method, url, headers, signal }: Request,
  file: File,
  onProgress: (share: number) => void,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const call = new XMLHttpRequest()
  call.open(method, url)
  for (const [name, value] of headers) call.setRequestHeader(name, value)
  call.upload.addEventListener('progress', ({ loaded, total }) => {
    if (total > 0) onProgress(loaded / total)
  })
  call.addEventListener('load', () => resolve(toResponse(call)))
  call.addEventListener('error', () => reject(new TypeError('The network failed')))
  call.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
  signal.addEventListener('abort', () => call.abort())
  call.send(file)
  return promise
}

function toResponse(call: XMLHttpRequest): Response {
  const headers = ['content-type', 'date'].flatMap((name): [string, string][] => {
    const value = call.getResponseHeader(name)
    return value === null ? [] : [[name, value]]
  })
  return new Response(call.responseText, { status: call.status, headers })
}
