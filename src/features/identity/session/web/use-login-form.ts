import { type FormEvent, useRef, useState } from 'react'
import type { AskedFactors } from '#features/identity/factors/contract.ts'
import { factorFailure, factorsAskedBy, useFactor } from '#features/identity/factors/web/factor-panel.tsx'
import { Credentials } from '../contract.ts'
import { texts } from '../texts.ts'
import { useSignIn } from './use-sign-in.ts'

const blank = { email: '', password: '', otp: '' }
type Field = keyof typeof blank

/** The form of the sign-in: first the address and the password, then the second factor if the person has one. */
export function useLoginForm() {
  const signIn = useSignIn()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(blank)
  const [asked, setAsked] = useState<AskedFactors | null>(null)
  const factor = useFactor(asked)
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const [failure, setFailure] = useState('')
  const [isLoading, setLoading] = useState(false)
  const focus = (name: string) =>
    form.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus()

  const type = (name: Field, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors({})
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    const found = check(values, asked !== null && !factor.byPasskey)
    setErrors(found)
    setFailure('')
    const [wrong] = Object.keys(found)
    if (wrong) return focus(wrong)
    setLoading(true)
    try {
      // The new session leads to the screen that was requested.
      await signIn(factor.byPasskey ? { ...values, otp: await factor.answer() } : values)
    } catch (error) {
      const factors = asked ? null : factorsAskedBy(error)
      if (factors) setAsked(factors)
      else {
        setFailure(factorFailure(error))
        // A new code is typed from scratch, but a password often has a single typo.
        setValues((before) => ({ ...before, otp: '' }))
        focus('otp')
      }
      setLoading(false)
    }
  }
  const startAgain = () => {
    setAsked(null)
    setFailure('')
    setErrors({})
    setValues({ ...values, password: '', otp: '' })
  }
  const forgetFailure = () => setFailure('')
  return { form, values, asked, factor, errors, failure, isLoading, type, submit, startAgain, forgetFailure }
}

function check(values: typeof blank, needsCode: boolean): Partial<Record<Field, string>> {
  const result = Credentials.safeParse(values)
  if (needsCode && values.otp.trim() === '') return { otp: texts.codeIsRequired }
  if (result.success) return {}
  return Object.fromEntries(result.error.issues.map((issue) => [String(issue.path[0]), issue.message]))
}
