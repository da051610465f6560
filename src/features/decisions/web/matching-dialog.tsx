import { useEffect, useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { maxReasonLength } from '#kit/contract/reason.ts'
import { useCall } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { ReasonField } from '#kit/web/fields/reason-field.tsx'
import { Rejection } from '../contract.ts'
import { reasonedVerbs, type Trial } from '../matching-contract.ts'
import { texts } from '../texts.ts'
import classes from './dialogs.module.css'
import { type MatchingSelection, type MatchingVerb, verbLabels } from './matching-model.ts'

/** Shows what a job would do before it is begun: how many records it changes, and why not the others. */
export function MatchingDialog({
  verb: { verb, begin },
  all,
  trial: endpoint,
  onClose,
  onBegun,
}: {
  verb: MatchingVerb
  all: MatchingSelection
  trial: Endpoint
  onClose: () => void
  onBegun: (jobId: string) => void
}) {
  const call = useCall()
  const [trial, setTrial] = useState<Trial | null>(null)
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState('')
  const [failure, setFailure] = useState<Error | null>(null)
  const [isPending, setPending] = useState(false)
  const { filter, except, count } = all
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog tries once, with the selection it was opened for
  useEffect(() => {
    let isOpen = true
    call(endpoint, { verb, filter, except } as never).then(
      (answer) => isOpen && setTrial(answer as Trial),
      (error: Error) => isOpen && setFailure(error),
    )
    return () => {
      isOpen = false
    }
  }, [])
  const isReasoned = reasonedVerbs.includes(verb)
  const action = texts.actionCount({ action: verbLabels[verb], count: trial?.possible ?? count })
  const send = async () => {
    const checked = isReasoned ? Rejection.safeParse({ reason }) : null
    if (checked && !checked.success) return setWrong(checked.error.issues[0]?.message ?? '')
    setPending(true)
    setFailure(null)
    try {
      const body = { verb, filter, except, count, ...(isReasoned ? { reason } : {}) }
      onBegun(((await call(begin, body as never)) as { job_id: string }).job_id)
    } catch (error) {
      setFailure(error as Error)
      setPending(false)
    }
  }
  return (
    <FormDialog
      title={texts.confirm({ action })}
      text={texts.jobUndoable}
      verb={action}
      isDangerous={verb === 'reject' || verb === 'disable'}
      isPending={isPending}
      isOff={!trial || trial.possible === 0}
      error={failure}
      onClose={onClose}
      onSubmit={() => void send()}
    >
      <div className={classes.trial} role="status">
        {!trial && !failure && <p>{texts.tryingAll}</p>}
        {trial && trial.obstacles.length === 0 && <p>{texts.allPossible({ total: trial.total })}</p>}
        {trial && trial.obstacles.length > 0 && (
          <>
            <p>{texts.someNotPossible({ refused: trial.total - trial.possible, total: trial.total })}</p>
            <ul>
              {trial.obstacles.map(({ message, count }) => (
                <li key={message}>{texts.obstacle({ message, count })}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      {isReasoned && (
        <ReasonField
          label={texts.reasonForEach}
          value={reason}
          error={wrong}
          maxLength={maxReasonLength}
          onChange={(value) => {
            setReason(value)
            setWrong('')
          }}
        />
      )}
    </FormDialog>
  )
}
