import type { LetterLanguage } from '#features/messages/language-contract.ts'
import { useCommand } from '#kit/web/client.tsx'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type LetterDetail, letters } from '../contract.ts'
import { texts } from '../texts.ts'

/** Asks before a text that staff have written is replaced by the original, or removed. */
export function RestoreDialog({
  letter,
  language,
  onClose,
}: {
  letter: LetterDetail
  language: LetterLanguage
  onClose: () => void
}) {
  const show = useToast()
  const restore = useCommand(letters.restore)
  const isEnglish = language === 'en'
  const put = () =>
    restore.mutate(
      { input: { id: letter.id, language }, ifMatch: letter.version },
      {
        onSuccess: () => {
          onClose()
          show({ message: isEnglish ? texts.originalIsRestored : texts.urduIsRemoved })
        },
      },
    )
  return (
    <ConfirmDialog
      title={isEnglish ? texts.restoreQuestion : texts.removeQuestion}
      action={isEnglish ? texts.restoreOriginal : texts.removeUrdu}
      isPending={restore.isPending}
      error={restore.error}
      onClose={onClose}
      onConfirm={put}
    >
      {isEnglish ? texts.restoreEffects : texts.removeEffects}
    </ConfirmDialog>
  )
}
