import { CommandDialog } from '#kit/web/dialog/command-dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { subscribers } from '../contract.ts'
import { texts } from '../texts.ts'

/** Erases subscribers, after stating what goes and what stays. */
export function EraseDialog({
  ids,
  onClose,
  onDone,
}: {
  ids: readonly string[]
  onClose: () => void
  onDone: () => void
}) {
  const show = useToast()
  return (
    <CommandDialog
      of={subscribers.eraseAll}
      input={{ ids: [...ids], is_dry_run: false }}
      title={texts.eraseQuestion({ count: ids.length })}
      action={texts.eraseForGood}
      onDone={({ erased }) => {
        onDone()
        show({ message: texts.erasedCount({ count: erased }) })
      }}
      onClose={onClose}
    >
      {texts.eraseEffects}
    </CommandDialog>
  )
}
