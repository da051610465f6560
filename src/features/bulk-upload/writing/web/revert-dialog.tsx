import { type ImportDetail, imports } from '#features/bulk-upload/contract.ts'
import classes from '#features/bulk-upload/web/import-dialog.module.css'
import { countOf, dayOf } from '#kit/contract/words.ts'
import { useCommand } from '#kit/web/client.tsx'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'

/** Confirms a revert and shows what it undoes and what it leaves unchanged. */
export function RevertDialog({ record, onClose }: { record: ImportDetail; onClose: () => void }) {
  const { id, counts, revertable_until } = record
  const revert = useCommand(imports.revert)
  const count = counts.created + counts.changed
  return (
    <ConfirmDialog
      title={`Revert ${countOf(count, 'product')}?`}
      action={`Revert ${countOf(count, 'product')}`}
      isPending={revert.isPending}
      error={revert.error}
      onClose={onClose}
      onConfirm={() => revert.mutate({ input: { id } }, { onSuccess: onClose })}
      more={
        <ul className={classes.effects}>
          {counts.created > 0 && (
            <li>
              {countOf(counts.created, 'product')} that it created {counts.created === 1 ? 'is' : 'are'} taken
              back.
            </li>
          )}
          {counts.changed > 0 && (
            <li>
              {countOf(counts.changed, 'product')} that it changed {counts.changed === 1 ? 'gets' : 'get'} the
              values of before.
            </li>
          )}
          <li>What somebody changed or decided since is kept as it is, and named afterwards.</li>
          <li>A revert cannot be taken back; the file can be imported again.</li>
        </ul>
      }
    >
      {revertable_until ? `This is possible until ${dayOf(revertable_until)}.` : ''}
    </ConfirmDialog>
  )
}
