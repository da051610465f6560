import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import type { ReleaseRow, ReleaseState } from '../contract.ts'
import { texts } from '../texts.ts'

const tones: Readonly<Record<ReleaseState, Tone>> = {
  scheduled: 'info',
  published: 'off',
  cancelled: 'off',
  failed: 'refused',
}

export const stateWords: Readonly<Record<ReleaseState, string>> = {
  scheduled: texts.scheduled,
  published: texts.published,
  cancelled: texts.cancelled,
  failed: texts.failed,
}

/** The state of a release; the one that shoppers see says so. */
export function ReleaseMark({ release: { state, is_live } }: { release: ReleaseRow }) {
  if (is_live) return <StatusMark tone="good">{texts.live}</StatusMark>
  return <StatusMark tone={tones[state]}>{stateWords[state]}</StatusMark>
}
