import { type FormEvent, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { karachiDay } from '#kit/contract/day.ts'
import { useCommand } from '#kit/web/client.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useToast } from '#kit/web/toast.tsx'
import { ImportQuery, type SettlementCheck, settlements } from '../contract.ts'
import { texts } from '../texts.ts'
import { settlementDetail } from './links.ts'

/** The present day in Asia/Karachi. */
export const today = () => karachiDay(Date.now())

/** The form of a statement: its fields and file, the check of the file, and the import of what was checked. */
export function useImport() {
  const show = useToast()
  const [given, setGiven] = useState({ courier: '', reference: '', paid_on: today() })
  const [file, setFile] = useState<File | null>(null)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const check = useCommand(settlements.check)
  const settle = useCommand(settlements.import)
  const refused = settle.error ?? check.error
  const refusedFields = fieldErrors(refused ?? undefined)
  const isField = Object.keys(refusedFields).some((name) => name in { ...given, file })
  const forget = () => {
    settle.reset()
    setWrong({})
  }
  /** The file to send if the form is complete; otherwise marks what is missing. */
  const completeFile = () => {
    const found = ImportQuery.omit({ seen: true }).safeParse(given)
    const missing = {
      ...(found.success ? {} : fieldErrors(found.error.issues as never)),
      ...(file ? {} : { file: texts.statementRequired }),
    }
    setWrong(missing)
    return Object.keys(missing).length === 0 ? file : null
  }
  return {
    given,
    file,
    errors: { ...refusedFields, ...wrong } as Record<string, string | undefined>,
    /** The refusal that no field shows. */
    failure: isField ? null : refused,
    checked: check.data,
    isChecking: check.isPending,
    isBooking: settle.isPending,
    isBusy: check.isPending || settle.isPending,
    change: (name: keyof typeof given, value: string) => {
      // A check is valid only for its courier and file.
      if (name === 'courier') check.reset()
      forget()
      setGiven({ ...given, [name]: value })
    },
    choose: (chosen: File) => {
      check.reset()
      forget()
      setFile(chosen)
    },
    look: (event: FormEvent) => {
      event.preventDefault()
      const sent = completeFile()
      settle.reset()
      if (sent) check.mutate({ input: { courier: given.courier, file: sent } })
    },
    confirm: ({ seen }: SettlementCheck) => {
      const sent = completeFile()
      if (!sent) return
      settle.mutate(
        { input: { ...given, seen, file: sent } },
        {
          onSuccess: ({ id, number, settled }) => {
            show({ message: texts.rowsSettled({ number, settled }) })
            navigate(settlementDetail({ id }))
          },
        },
      )
    },
  }
}
