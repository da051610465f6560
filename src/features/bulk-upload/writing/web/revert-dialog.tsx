import { type ImportDetail, imports } from '#features/bulk-upload/contract.ts'
import classes from '#features/bulk-upload/web/import-dialog.module.css'
import { dayOf } from '#kit/contract/words.ts'
import { useCommand } from '#kit/web/client.tsx'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { texts } from '../texts.ts'

/** Confirms a revert and shows what it undoes and what it leaves unchanged. */
export function RevertDialog({ record, onClose }: { record: ImportDetail; onClose: () => void }) {
  const { id, counts, revertable_until } = record
  const revert = useCommand(imports.revert)
  const count = counts.created + counts.changed
  return (
    <ConfirmDialog
      title={texts.revertProductsQuestion({ count })}
      action={texts.revertProducts({ count })}
      isPending={revert.isPending}
      error={revert.error}
      onClose={onClose}
      onConfirm={() => revert.mutate({ input: { id } }, { onSuccess: onClose })}
      more={
        <ul className={classes.effects}>
          {counts.created > 0 && <li>{texts.createdWithdrawn({ created: counts.created })}</li>}
          {counts.changed > 0 && <li>{texts.changedRestored({ changed: counts.changed })}</li>}
          <li>{texts.changedSinceKept}</li>
          <li>{texts.revertFinal}</li>
        </ul>
      }
    >
      {revertable_until ? texts.possibleUntil({ revertableUntil: dayOf(revertable_until) }) : ''}
    </ConfirmDialog>
  )
}
