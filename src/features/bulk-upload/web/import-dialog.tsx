import { countOf } from '#kit/contract/words.ts'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import type { ImportDetail } from '../contract.ts'
import classes from './import-dialog.module.css'
import { toWrite } from './status-panel.tsx'

/** Confirms an import and shows exactly how many listings it creates and changes. */
export function ImportDialog({
  counts,
  isPending,
  error,
  onClose,
  onConfirm,
}: {
  counts: ImportDetail['counts']
  isPending: boolean
  error: Error | null
  onClose: () => void
  onConfirm: () => void
}) {
  const act = `Import ${countOf(toWrite(counts), 'product')}`
  return (
    <ConfirmDialog
      title={`${act}?`}
      action={act}
      isDangerous={false}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onConfirm={onConfirm}
      more={<Effects counts={counts} />}
    >
      This is what happens. You can leave the page meanwhile, stop it, and revert it later.
    </ConfirmDialog>
  )
}

function Effects({ counts }: { counts: ImportDetail['counts'] }) {
  const create = counts.create - counts.created
  const change = counts.change - counts.changed
  return (
    <ul className={classes.effects}>
      {create > 0 && (
        <li>
          {countOf(create, 'new product')} {create === 1 ? 'enters' : 'enter'} review. No shopper sees{' '}
          {create === 1 ? 'it' : 'them'} before that.
        </li>
      )}
      {change > 0 && (
        <li>
          {countOf(change, 'product')} {change === 1 ? 'is' : 'are'} changed. Of approved ones stock and
          prices stand at once where no review is needed; the rest waits as a revision.
        </li>
      )}
      {counts.pictures > 0 && <li>{countOf(counts.pictures, 'picture')} are fetched and checked.</li>}
      {counts.error > 0 && (
        <li>
          {countOf(counts.error, 'row')} with an error {counts.error === 1 ? 'is' : 'are'} left out.
        </li>
      )}
      {counts.unchanged > 0 && (
        <li>{countOf(counts.unchanged, 'row')} say what stands already: nothing happens.</li>
      )}
    </ul>
  )
}
