import { useReasonChoices } from '#features/decisions/web/decision-bar-panel.tsx'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { ReasonsDialog, type ReasonsDialogProps } from './reasons-dialog.tsx'

/** Asks for the reasons of a decision on one record, with the list of reasons read when it is asked for. */
export function AskedReasonsDialog({
  choices: call,
  ...dialog
}: Omit<ReasonsDialogProps, 'choices'> & { choices: Endpoint }) {
  const choices = useReasonChoices(call)
  return choices && <ReasonsDialog {...dialog} choices={choices} />
}
