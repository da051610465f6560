/** Sends as fetch does, and tells how much of the body has gone: a share from 0 to 1. */
export function tellingTransport(onShare: (share: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const abort = () => request.abort()
      const refuse = () => reject(new DOMException('It was cancelled', 'AbortError'))
      request.open(init.method ?? 'GET', String(input))
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
        lengthComputable && onShare(loaded / total)
      request.onload = () => {
        const headers = ['content-type', 'x-request-id'].flatMap((name): [string, string][] => {
          const value = request.getResponseHeader(name)
          return value ? [[name, value]] : []
        })
        resolve(new Response(request.responseText || null, { status: request.status, headers }))
      }
      request.onerror = () => reject(new TypeError('The server did not answer'))
      request.onabort = refuse
      request.onloadend = () => init.signal?.removeEventListener('abort', abort)
      if (init.signal?.aborted) return refuse()
      init.signal?.addEventListener('abort', abort)
      request.send((init.body ?? null) as XMLHttpRequestBodyInit | null)
    })
}
