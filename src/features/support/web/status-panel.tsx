import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import type { RequestStatus } from '../contract.ts'
import { statusWords } from '../words-contract.ts'

const tones: Readonly<Record<RequestStatus, Tone>> = { open: 'waiting', answered: 'good', closed: 'off' }

export function RequestMark({ status }: { status: RequestStatus }) {
  return <StatusMark tone={tones[status]}>{statusWords[status]}</StatusMark>
}
