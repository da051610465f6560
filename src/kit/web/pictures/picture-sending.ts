import { useEffect, useRef, useState } from 'react'
import type { Answer, Endpoint } from '#kit/contract/endpoint.ts'
import { type Sent, useCall } from '../client.tsx'
import { wordsOf } from '../failure.tsx'
import { useToast } from '../toast.tsx'
import { lookAt } from './picture-file.ts'

/** A picture as the server has taken it, in the size that it was chosen in. */
export interface TakenPicture {
  media: string
  width: number
  height: number
}

/** One that is on its way, waits for those before it, or has failed. */
export interface SentPicture {
  key: number
  name: string
  /** Shows it before the server has it. */
  url: string
  /** How much of it has gone, from 0 to 1. */
  share: number
  /** Why it was not taken; empty while it may still be. */
  why: string
  /** The same again may be taken: nothing is wrong with the file itself. */
  canRetry: boolean
}

interface Waiting extends SentPicture {
  file: File
  /** The media of the one in whose place it comes. */
  replaces: string
  abort: AbortController
}

/**
 * Sends pictures one after the other, in the order in which they came, each with its progress, and tells in the end how
 * many were taken. One that fails stays until it is sent again or cancelled.
 */
export function usePictureSending<E extends Endpoint>(
  endpoint: E,
  hint: { width: number; height: number },
  onTaken: (picture: TakenPicture, replaces: string) => void,
) {
  const call = useCall()
  const show = useToast()
  const [sending, setSending] = useState<readonly Waiting[]>([])
  const queue = useRef<Waiting[]>([])
  const isSending = useRef(false)
  const tally = useRef({ taken: 0, failed: 0 })
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
    const { why, size } = await lookAt(one.file, hint.width, hint.height)
    if (why) {
      tally.current.failed += 1
      return update(one.key, { why, canRetry: false })
    }
    const onProgress = (share: number) => update(one.key, { share })
    try {
      const input = { file: one.file } as unknown as Sent<E>
      const answer = await call(endpoint, input, { signal: one.abort.signal, onProgress })
      tally.current.taken += 1
      const { media } = answer as Answer<E> & TakenPicture
      // The server may have shrunk it: what was chosen is told of.
      taken.current({ media, ...size }, one.replaces)
      forget(one)
    } catch (error) {
      if (one.abort.signal.aborted) return
      tally.current.failed += 1
      update(one.key, { why: `“${one.name}” was not taken. ${wordsOf(error)}.`, canRetry: true })
    }
  }
  const run = async () => {
    if (isSending.current) return
    isSending.current = true
    for (let one = queue.current.shift(); one; one = queue.current.shift()) {
      if (!one.abort.signal.aborted) await send(one)
    }
    isSending.current = false
    const { taken: done, failed } = tally.current
    tally.current = { taken: 0, failed: 0 }
    if (done + failed > 0)
      show({ message: summary(done, failed), about: endpoint.path, ...(failed ? { tone: 'refused' } : {}) })
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

function summary(taken: number, failed: number): string {
  const pictures = (n: number) => `${n} ${n === 1 ? 'picture' : 'pictures'}`
  if (failed === 0) return `${pictures(taken)} added`
  return taken === 0 ? `${pictures(failed)} not added` : `${pictures(taken)} added, ${failed} not`
}
