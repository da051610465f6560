import type { z } from 'zod'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useCan } from '../can.tsx'
import { useCall, useRefresh } from '../client.tsx'
import { SwitchCell } from './switch-cell.tsx'

/** A call that changes a record, among other things whether it is active, and answers the record. */
interface ActiveChange extends Endpoint {
  params: z.ZodObject<{ id: z.ZodUUID }>
  body: z.ZodType<unknown, { is_active?: boolean | undefined }>
  answer: z.ZodType<{ is_active: boolean; version: number }>
}

/** Turns a record on or off. */
export function ActiveSwitch({
  change,
  record: { id, is_active, version },
  label,
  words,
  isListed = false,
}: {
  change: ActiveChange
  record: { id: string; is_active: boolean; version: number }
  label: string
  /** The toast messages for on and off. */
  words: { on: string; off: string }
  /** True for a row of a list that may be filtered to active records. */
  isListed?: boolean
}) {
  const can = useCan()
  const call = useCall()
  const refresh = useRefresh()
  return (
    <SwitchCell
      label={label}
      isOn={is_active}
      version={version}
      disabled={!can(change)}
      words={words}
      save={async (wanted, ifMatch) => {
        const answer = await call(change, { id, is_active: wanted }, { ifMatch })
        // A row that disappears under the pointer cannot be undone, so a list is refetched once the toast has been seen.
        setTimeout(() => void refresh(change), isListed ? 1_500 : 0)
        return { isOn: answer.is_active, version: answer.version }
      }}
      onFailure={() => void refresh(change)}
    />
  )
}
