import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import type { ReasonChoices } from '../choice-contract.ts'
import { ReasonsDialog, type ReasonsDialogProps } from './reasons-dialog.tsx'

/** Without the list a decision is still made, in words of one's own. */
const noChoices: ReasonChoices = { choices: [], last_used: [], language: 'en' }

/** Asks for the reasons of a decision on one record, with the list of reasons read when it is asked for. */
export function AskedReasonsDialog({
  choices: call,
  ...dialog
}: Omit<ReasonsDialogProps, 'choices'> & { choices: Endpoint }) {
  const { data, isError } = useEndpoint(call, {} as never)
  const choices = (data as ReasonChoices | undefined) ?? (isError ? noChoices : null)
  return choices && <ReasonsDialog {...dialog} choices={choices} />
}
