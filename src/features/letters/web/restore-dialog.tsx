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
  const words = wordsFor(letter, language)
  const put = () =>
    restore.mutate(
      { input: { id: letter.id, language }, ifMatch: letter.version },
      {
        onSuccess: () => {
          onClose()
          show({ message: words.done })
        },
      },
    )
  return (
    <ConfirmDialog
      title={words.question}
      action={words.action}
      isPending={restore.isPending}
      error={restore.error}
      onClose={onClose}
      onConfirm={put}
    >
      {words.effects}
    </ConfirmDialog>
  )
}

/** What happens to the text in this language: the product's own one returns, or there is none. */
function wordsFor({ original_ur }: LetterDetail, language: LetterLanguage) {
  if (language === 'ur' && !original_ur)
    return {
      question: texts.removeQuestion,
      action: texts.removeUrdu,
      effects: texts.removeEffects,
      done: texts.urduIsRemoved,
    }
  const [question, action] =
    language === 'en'
      ? [texts.restoreQuestion, texts.restoreOriginal]
      : [texts.restoreUrduQuestion, texts.restoreUrdu]
  return { question, action, effects: texts.restoreEffects, done: texts.originalIsRestored }
}
