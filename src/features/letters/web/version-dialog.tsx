import { useEndpoint } from '#kit/web/client.tsx'
import { SidesPanel } from '#kit/web/versions/sides-panel.tsx'
import { VersionDialog } from '#kit/web/versions/version-dialog.tsx'
import { type LetterDetail, letters } from '../contract.ts'
import { contentLabels, differingFields, typedOf, wordsOf } from './letter-model.ts'

/** Compares a version with the letter now, and restores it. */
export function LetterVersionDialog({
  letter,
  number,
  isUnsaved,
  onClose,
}: {
  letter: LetterDetail
  number: number
  isUnsaved: boolean
  onClose: () => void
}) {
  const found = useEndpoint(letters.version, { id: letter.id, number })
  const now = typedOf(letter)
  const then = found.data ? typedOf(found.data.content) : now
  const rows = differingFields(then, now).map((field) => ({
    field,
    label: contentLabels[field],
    before: wordsOf(field, then),
    after: wordsOf(field, now),
  }))
  return (
    <VersionDialog
      of={found}
      number={number}
      record={letter}
      restores={letters.restoreVersion}
      isUnsaved={isUnsaved}
      isDifferent={rows.length > 0}
      onClose={onClose}
    >
      {(headings) => <SidesPanel headings={headings} rows={rows} />}
    </VersionDialog>
  )
}
