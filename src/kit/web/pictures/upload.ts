import { texts } from './texts.ts'
/**
 * Works like `fetch`, with upload progress: `onProgress` receives the share that has been sent, from 0 to 1. Rejects
 * like `fetch`: with an AbortError if its signal aborts, and with a TypeError if there is no answer.
 */
export function sendWatched(
  url: string,
  init: RequestInit,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const { signal } = init
    const stop = () => request.abort()
    const settle = (end: () => void) => {
      signal?.removeEventListener('abort', stop)
      end()
    }
    request.open(init.method ?? 'GET', url)
    for (const [name, value] of Object.entries((init.headers ?? {}) as Record<string, string>)) {
      request.setRequestHeader(name, value)
    }
    request.responseType = 'blob'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onload = () => settle(() => resolve(responseOf(request)))
    request.onerror = () => settle(() => reject(new TypeError('There was no answer')))
    request.onabort = () => settle(() => reject(new DOMException(texts.uploadStopped, 'AbortError')))
    if (signal?.aborted) return request.onabort(new ProgressEvent('abort'))
    signal?.addEventListener('abort', stop)
    request.send(init.body as XMLHttpRequestBodyInit | null)
  })
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const at = line.indexOf(':')
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  // A 204 response must not have a body, not even an empty one.
  const body = request.status === 204 ? null : (request.response as Blob)
  return new Response(body, { status: request.status, headers })
}
