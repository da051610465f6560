import { type ComponentType, lazy, Suspense } from 'react'
import type { CurrentUser } from '#features/identity/session/contract.ts'
import { forgetCurrentUser, useCurrentUser } from '#kit/web/current-user.ts'
import { type Question, settleQuestion, useQuestion } from '#kit/web/proof.ts'

/**
 * If the code of the dialog no longer exists after an update, the work cannot continue in place: the pending calls are
 * settled as refused, and the user is signed out.
 */
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

/** Shows the question on which refused calls depend, on any screen. */
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
