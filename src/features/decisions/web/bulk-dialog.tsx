import { texts } from '../texts.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { maxReasonLength } from '#kit/contract/reason.ts'
import { useCall, useRefresh } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { ReasonField } from '#kit/web/fields/reason-field.tsx'
import { type BulkOutcome, Rejection } from '../contract.ts'
import classes from './dialogs.module.css'
import { OutcomesDialog } from './outcomes-dialog.tsx'
import { Seconds, useSecondsUntil } from './undo-panel.tsx'

interface Item {
  id: string
  name: string
}

interface Props {
  noun: 'vendor' | 'product' | 'customer'
  rows: Item[]
  verb: 'approve' | 'reject'
  endpoint: Endpoint
  undo: Endpoint
  onClose: () => void
  onDone: () => void
}

const actions = {
  approve: { vendor: texts.approveVendors, product: texts.approveProducts, customer: texts.approveCustomers },
  reject: { vendor: texts.rejectVendors, product: texts.rejectProducts, customer: texts.rejectCustomers },
}

/**
 * Decides on several records: shows their count, asks for one reason for all or one per row, and then shows each
 * outcome.
 */
export function BulkDialog({ noun, rows, verb, endpoint, undo, onClose, onDone }: Props) {
  const call = useCall()
  const refresh = useRefresh()
  // Keeps the selection from when the dialog opened, even if the list changes meanwhile.
  const [items] = useState(rows)
  const [isEach, setEach] = useState(false)
  const [reasons, setReasons] = useState<Record<string, string>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<Error | null>(null)
  const [isPending, setPending] = useState(false)
  const [outcomes, setOutcomes] = useState<BulkOutcome[] | null>(null)
  const reasonOf = (id: string) => reasons[isEach ? id : ''] ?? ''

  const send = async () => {
    const wrong = verb === 'approve' ? {} : checkReasons(isEach ? items.map(({ id }) => id) : [''], reasons)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    setPending(true)
    setFailure(null)
    const body =
      verb === 'approve'
        ? { ids: items.map(({ id }) => id) }
        : { items: items.map(({ id }) => ({ id, reason: reasonOf(id) })) }
    try {
      setOutcomes((await call(endpoint, body as never)) as BulkOutcome[])
    } catch (error) {
      setFailure(error as Error)
    }
    setPending(false)
    void refresh(endpoint)
  }

  if (outcomes) return <Outcomes outcomes={outcomes} verb={verb} undo={undo} onDone={onDone} />
  const action = actions[verb][noun]({ count: items.length })
  return (
    <FormDialog
      title={texts.confirm({ action })}
      text={noun === 'customer' ? texts.customersDecidedSeparately : texts.decidedSeparately}
      verb={action}
      isDangerous={verb === 'reject'}
      isPending={isPending}
      isHeld={isPending}
      error={failure}
      onClose={onClose}
      onSubmit={() => void send()}
    >
      {verb === 'reject' && (
        <>
          {items.length > 1 && (
            <Switch
              label={texts.separateReasons}
              checked={isEach}
              onChange={(event) => setEach(event.currentTarget.checked)}
            />
          )}
          <div className={classes.rows}>
            {(isEach ? items : [{ id: '', name: '' }]).map(({ id, name }) => (
              <ReasonField
                key={id}
                label={id ? texts.reasonFor({ name }) : texts.reason}
                value={reasons[id] ?? ''}
                error={errors[id] ?? ''}
                maxLength={maxReasonLength}
                onChange={(value) => {
                  setReasons((before) => ({ ...before, [id]: value }))
                  setErrors({})
                }}
              />
            ))}
          </div>
        </>
      )}
    </FormDialog>
  )
}

function checkReasons(ids: string[], reasons: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    ids.flatMap((id) => {
      const result = Rejection.safeParse({ reason: reasons[id] ?? '' })
      return result.success ? [] : [[id, result.error.issues[0]?.message ?? '']]
    }),
  )
}

/** The outcome of each record, with Undo for one record or for all while the undo window is open. */
function Outcomes({
  outcomes,
  verb,
  undo,
  onDone,
}: {
  outcomes: BulkOutcome[]
  verb: 'approve' | 'reject'
  undo: Endpoint
  onDone: () => void
}) {
  const call = useCall()
  const refresh = useRefresh()
  const [takenBack, setTakenBack] = useState<Record<string, string>>({})
  const [isPending, setPending] = useState(false)
  const done = outcomes.filter(({ outcome }) => outcome === 'done')
  const until = done.map(({ undo_until }) => undo_until ?? '').sort()[0] ?? ''
  const seconds = useSecondsUntil(until)
  const standing = done.filter(({ id }) => takenBack[id] === undefined)
  const takeBack = async (items: BulkOutcome[]) => {
    setPending(true)
    for (const { id, decision_id } of items) {
      const answer = await call(undo, { id, decision_id } as never).then(
        () => '',
        (error: Error) => error.message,
      )
      setTakenBack((before) => ({ ...before, [id]: answer }))
    }
    setPending(false)
    void refresh(undo)
  }
  return (
    <OutcomesDialog
      outcomes={outcomes}
      past={verb === 'approve' ? 'approved' : 'rejected'}
      tone={verb === 'approve' ? 'good' : 'refused'}
      back={{
        label:
          seconds > 0 && standing.length > 0
            ? texts.undoAll({ standing: standing.length, seconds: <Seconds count={seconds} /> })
            : null,
        past: texts.undone,
        results: takenBack,
        isPending,
        onUndo: () => void takeBack(standing),
      }}
      onDone={onDone}
    />
  )
}
