import { fullTimeOf } from '#kit/web/ages.ts'
import { Link } from '#kit/web/link.tsx'
import { type Fact, Facts } from '#kit/web/record/facts.tsx'
import type { MyRequestDetail } from '../contract.ts'
import { texts } from '../texts.ts'
import { kindWords, moodWords } from '../words-contract.ts'

/** What is known of a request besides its text. */
export function FactsPanel({ request, facts }: { request: MyRequestDetail; facts: Fact[] }) {
  const { kind, mood, screen, created_at } = request
  return (
    <Facts
      title={texts.about}
      facts={[
        { label: texts.kind, value: kindWords[kind] },
        ...(mood === null
          ? []
          : [
              {
                label: texts.moodLabel,
                value: texts.moodOf({ mood: moodWords[mood - 1] ?? '', level: mood }),
              },
            ]),
        { label: texts.sent, value: fullTimeOf(created_at) },
        ...(screen ? [{ label: texts.screen, value: <Link href={screen}>{screen}</Link> }] : []),
        ...facts,
      ]}
    />
  )
}
