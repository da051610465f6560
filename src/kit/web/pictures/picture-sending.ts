import { useEffect, useRef, useState } from 'react'
import type { Answer, Endpoint } from '#kit/contract/endpoint.ts'
import { type Sent, useCall } from '../client.tsx'
import { wordsOf } from '../failure.tsx'
import { useToast } from '../toast.tsx'
import { lookAt } from './picture-file.ts'
import { texts } from './texts.ts'

/** A picture as accepted by the server, with the size of the chosen file. */
export interface TakenPicture {
  media: string
  width: number
  height: number
}

/** A picture that is uploading, pending behind earlier ones, or failed. */
export interface SentPicture {
  key: number
  name: string
  /** The address of the preview before the server has the picture. */
  url: string
  /** The share of the upload that has been sent, from 0 to 1. */
  share: number
  /** The reason for the failure; empty while the upload may still succeed. */
  why: string
  /** The same file may be sent again: nothing is wrong with the file itself. */
  canRetry: boolean
}

interface Waiting extends SentPicture {
  file: File
  /** The media of the picture that this one replaces. */
  replaces: string
  abort: AbortController
}

/**
 * Uploads pictures one after the other in the order in which they were added, each with its progress, and reports at
 * the end how many were accepted, and for how many `onTaken` answered that it has not taken them. A failed picture stays in
 * the list until it is sent again or cancelled. `inputOf` is what the endpoint is told besides the file.
 */
export function usePictureSending<E extends Endpoint>(
  endpoint: E,
  hint: { width: number; height: number },
  onTaken: (picture: TakenPicture, replaces: string) => boolean,
  { maxBytes, inputOf }: { maxBytes?: number; inputOf?: (file: File) => object } = {},
) {
  const call = useCall()
  const show = useToast()
  const [sending, setSending] = useState<readonly Waiting[]>([])
  const queue = useRef<Waiting[]>([])
  const isSending = useRef(false)
  const tally = useRef({ taken: 0, failed: 0, known: 0 })
  const keys = useRef(0)
  const taken = useRef(onTaken)
  taken.current = onTaken
  const all = useRef(sending)
  all.current = sending
  useEffect(
    () => () => {
      queue.current = []
      for (const { abort, url } of all.current) {
        abort.abort()
        URL.revokeObjectURL(url)
      }
    },
    [],
  )
  const update = (key: number, change: Partial<Waiting>) =>
    setSending((before) => before.map((one) => (one.key === key ? { ...one, ...change } : one)))
  const forget = ({ key, url }: Waiting) => {
    URL.revokeObjectURL(url)
    setSending((before) => before.filter((one) => one.key !== key))
  }
  const send = async (one: Waiting) => {
    const { why, size } = await lookAt(one.file, hint.width, hint.height, maxBytes)
    if (why) {
      tally.current.failed += 1
      return update(one.key, { why, canRetry: false })
    }
    const onProgress = (share: number) => update(one.key, { share })
    try {
      const input = { ...inputOf?.(one.file), file: one.file } as unknown as Sent<E>
      const answer = await call(endpoint, input, { signal: one.abort.signal, onProgress })
      const { media } = answer as Answer<E> & TakenPicture
      // The server may have shrunk the picture, so the size of the chosen file is reported.
      const isTaken = taken.current({ media, ...size }, one.replaces)
      tally.current[isTaken ? 'taken' : 'known'] += 1
      forget(one)
    } catch (error) {
      if (one.abort.signal.aborted) return
      tally.current.failed += 1
      update(one.key, { why: texts.notUploaded({ name: one.name, error: wordsOf(error) }), canRetry: true })
    }
  }
  const run = async () => {
    if (isSending.current) return
    isSending.current = true
    for (let one = queue.current.shift(); one; one = queue.current.shift()) {
      if (!one.abort.signal.aborted) await send(one)
    }
    isSending.current = false
    const { taken: done, failed, known } = tally.current
    tally.current = { taken: 0, failed: 0, known: 0 }
    const told = [
      ...(done + failed > 0 ? [summary(done, failed)] : []),
      ...(known > 0 ? [texts.notTaken({ count: known })] : []),
    ]
    if (told.length > 0)
      show({ message: told.join('. '), about: endpoint.path, ...(failed ? { tone: 'refused' } : {}) })
  }
  const take = (files: readonly File[], replaces = '') => {
    const added = files.map((file): Waiting => {
      keys.current += 1
      const url = URL.createObjectURL(file)
      const abort = new AbortController()
      const { name } = file
      return { key: keys.current, name, url, share: 0, why: '', canRetry: false, file, replaces, abort }
    })
    setSending((before) => [...before, ...added])
    queue.current.push(...added)
    void run()
  }
  const retry = (key: number) => {
    const one = all.current.find((candidate) => candidate.key === key)
    if (!one) return
    update(key, { why: '', share: 0 })
    queue.current.push(one)
    void run()
  }
  const cancel = (key: number) => {
    const one = all.current.find((candidate) => candidate.key === key)
    if (!one) return
    one.abort.abort()
    queue.current = queue.current.filter((candidate) => candidate.key !== key)
    forget(one)
  }
  return { sending: sending as readonly SentPicture[], take, retry, cancel }
}

function summary(added: number, failed: number): string {
  if (failed === 0) return texts.added({ added })
  return added === 0 ? texts.notAdded({ failed }) : texts.addedInPart({ added, failed })
}
