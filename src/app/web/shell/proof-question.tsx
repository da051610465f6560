import { type ComponentType, lazy, Suspense } from 'react'
import type { CurrentUser } from '#features/identity/session/contract.ts'
import { forgetCurrentUser, useCurrentUser } from '#kit/web/current-user.ts'
import { type Question, settleQuestion, useQuestion } from '#kit/web/proof.ts'

/** Where the code of the dialog is gone after an update: the work cannot go on in place, and is not left waiting. */
const withoutDialog = () => {
  settleQuestion(false)
  forgetCurrentUser()
  return { default: () => null }
}

const ProofDialog = lazy<ComponentType<{ question: Question; user: CurrentUser }>>(() =>
  import('#features/identity/session/web/proof-dialog.tsx').then(
    (dialog) => ({ default: dialog.ProofDialog }),
    withoutDialog,
  ),
)

/** Shows the question that refused calls wait with, whatever screen they come from. */
export function ProofQuestion() {
  const question = useQuestion()
  const user = useCurrentUser()
  if (!question || !user) return null
  return (
    <Suspense fallback={null}>
      <ProofDialog key={question.need} question={question} user={user} />
    </Suspense>
  )
}
