import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import type { ImportDetail } from '../contract.ts'
import { texts } from '../texts.ts'
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
  const act = texts.importProducts({ counts: toWrite(counts) })
  return (
    <ConfirmDialog
      title={texts.confirm({ action: act })}
      action={act}
      isDangerous={false}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onConfirm={onConfirm}
      more={<Effects counts={counts} />}
    >
      {texts.importConsequences}
    </ConfirmDialog>
  )
}

function Effects({ counts }: { counts: ImportDetail['counts'] }) {
  const create = counts.create - counts.created
  const change = counts.change - counts.changed
  const pictures = counts.pictures - counts.pictures_done - counts.pictures_failed
  return (
    <ul className={classes.effects}>
      {create > 0 && <li>{texts.newProductsEnterReview({ create })}</li>}
      {change > 0 && <li>{texts.productsAreChanged({ change })}</li>}
      {pictures > 0 && <li>{texts.picturesAreFetched({ pictures })}</li>}
      {counts.error > 0 && <li>{texts.errorsAreSkipped({ error: counts.error })}</li>}
      {counts.unchanged > 0 && <li>{texts.unchangedRows({ unchanged: counts.unchanged })}</li>}
    </ul>
  )
}
