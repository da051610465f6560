import { useState } from 'react'
import { texts } from '#features/window/texts.ts'

/** How far a call of a form is: what was answered, or why it was not done. */
export type Sending =
  | { is: 'ready' | 'sending' }
  | { is: 'done'; message: string; unsubscribeToken: string }
  | { is: 'failed'; message: string }

/** Sends JSON to a public call, once at a time. Every answer has a message for the reader. */
export function useSending(url: string): [Sending, (body: object) => void, (message: string) => void] {
  const [sending, setSending] = useState<Sending>({ is: 'ready' })
  const send = async (body: object) => {
    setSending({ is: 'sending' })
    setSending(await answerTo(url, body))
  }
  const fail = (message: string) => setSending({ is: 'failed', message })
  return [sending, (body) => void (sending.is === 'sending' ? undefined : send(body)), fail]
}

interface Said {
  message?: string
  results?: { message?: string; unsubscribe_token?: string }
}

async function answerTo(url: string, body: object): Promise<Sending> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const said = (await answer.json()) as Said
    if (!answer.ok) return { is: 'failed', message: said.message || texts.notSent }
    const { message = '', unsubscribe_token: unsubscribeToken = '' } = said.results ?? {}
    return { is: 'done', message, unsubscribeToken }
  } catch {
    return { is: 'failed', message: texts.notSent }
  }
}
