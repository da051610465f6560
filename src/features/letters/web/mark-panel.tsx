import type { LetterLanguage } from '#features/messages/language-contract.ts'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { texts } from '../texts.ts'

/** Whether staff have edited a letter, and whether what they wrote is used. */
export function LetterMark({
  letter,
}: {
  letter: { is_faulty: boolean; edited: readonly LetterLanguage[] }
}) {
  if (letter.is_faulty) return <StatusMark tone="refused">{texts.notUsed}</StatusMark>
  if (letter.edited.length > 0) return <StatusMark tone="info">{texts.edited}</StatusMark>
  return <StatusMark tone="off">{texts.original}</StatusMark>
}
