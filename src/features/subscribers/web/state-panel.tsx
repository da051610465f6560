import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import type { SubscriberState } from '../contract.ts'
import { texts } from '../texts.ts'

export const stateWords: Readonly<Record<SubscriberState, string>> = {
  subscribed: texts.subscribed,
  unconfirmed: texts.unconfirmed,
  unsubscribed: texts.unsubscribed,
  bounced: texts.bounced,
  blocked: texts.blocked,
}

const tones: Readonly<Record<SubscriberState, Tone>> = {
  subscribed: 'good',
  unconfirmed: 'waiting',
  unsubscribed: 'off',
  bounced: 'info',
  blocked: 'refused',
}

export function StateMark({ state }: { state: SubscriberState }) {
  return <StatusMark tone={tones[state]}>{stateWords[state]}</StatusMark>
}
