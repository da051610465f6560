import { type FormEvent, useRef, useState } from 'react'
import { type OrderDetail, type OrderLine, orders } from '#features/orders/contract.ts'
import type { Acting } from '#features/orders/web/moves-panel.tsx'
import { parseRupees, parseTypedRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import { Reason } from '#kit/contract/reason.ts'
import { useCall } from '#kit/web/client.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { RefundAccount, type RefundEffect } from '../refund-contract.ts'
import { texts } from '../texts.ts'
import { noAccount } from './account-fields-panel.tsx'

/** The amount to refund for one line item, and the returned units. */
export interface Chosen {
  isChosen: boolean
  amount: string
  quantity: string
}

/** What is chosen in the form. */
export interface RefundForm {
  lines: Record<string, Chosen>
  shipping: string
  restock: boolean
  method: 'bank' | 'wallet'
}

/** The amount of a line item that can still be refunded: the charged amount, less refunds granted but not sent. */
export function leftOf({ refunds }: OrderDetail, { id, net_total, reversed }: OrderLine): string {
  const granted = grantedOf(refunds)
    .flatMap(({ lines }) => lines)
    .filter(({ line_id }) => line_id === id)
  return rupeesFromPaisa(
    granted.reduce(
      (left, { amount }) => left - parseRupees(amount),
      parseRupees(net_total) - parseRupees(reversed),
    ),
  )
}

export function shippingLeft({ parts, refunds }: OrderDetail): string {
  const charged = parts.reduce(
    (sum, part) => sum + parseRupees(part.shipping_total) - parseRupees(part.shipping_reversed),
    0n,
  )
  return rupeesFromPaisa(
    grantedOf(refunds).reduce((left, { shipping }) => left - parseRupees(shipping), charged),
  )
}

function grantedOf(refunds: OrderDetail['refunds']) {
  return refunds.filter(({ status, kind }) => status === 'granted' && kind === 'lines')
}

/** The form of a refund: what is chosen, the effect that was shown, and what is wrong in it. */
export function useRefund(acting: Acting) {
  const { order, run, isPending } = acting
  const call = useCall()
  const all = order.parts.flatMap((part) => part.lines)
  const [form, setForm] = useState<RefundForm>(() => ({
    lines: Object.fromEntries(
      all
        .filter((line) => leftOf(order, line) !== '0')
        .map((line) => [line.id, { isChosen: false, amount: leftOf(order, line), quantity: '0' }]),
    ),
    shipping: '0',
    restock: false,
    method: 'bank',
  }))
  // What was chosen stays to be seen, also when somebody refunds it meanwhile.
  const lines = all.filter(({ id }) => form.lines[id])
  const [reason, setReason] = useState('')
  const [account, setAccount] = useState(noAccount)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<Error | null>(null)
  const [seen, setSeen] = useState<{ version: number; effect: RefundEffect } | null>(null)
  // An effect on an order that somebody has changed since is not granted: it is shown again.
  const effect = seen?.version === order.version ? seen.effect : null
  const [isReading, setReading] = useState(false)
  const changes = useRef(0)

  /** A change makes the effect on screen wrong, so the effect is cleared. */
  const change = (what: Partial<RefundForm>) => {
    changes.current += 1
    setForm({ ...form, ...what })
    setSeen(null)
    setErrors({})
    setFailure(null)
  }
  const changeLine = (id: string, what: Partial<Chosen>) => {
    const before = form.lines[id]
    if (before) change({ lines: { ...form.lines, [id]: { ...before, ...what } } })
  }
  const accountErrors = () => {
    const given = form.method === 'bank' ? RefundAccount.safeParse(account) : null
    return given?.error ? fieldErrors(given.error.issues) : {}
  }
  const show = async () => {
    const wrong = { ...wrongIn(form), ...accountErrors() }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    setReading(true)
    setFailure(null)
    const asked = changes.current
    // An effect or a refusal that arrives after another change is about amounts that are no longer on the screen.
    const ifUnchanged = (act: () => void) => asked === changes.current && act()
    try {
      const shown = await call(orders.previewRefund, { id: order.id, ...requestOf(form) })
      ifUnchanged(() => setSeen({ version: order.version, effect: shown }))
    } catch (error) {
      ifUnchanged(() => setFailure(error as Error))
    }
    setReading(false)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!effect) return void show()
    const given = Reason.safeParse({ reason })
    const wrong = { ...accountErrors(), ...(given.error ? fieldErrors(given.error.issues) : {}) }
    if (!given.success || Object.keys(wrong).length > 0) return setErrors(wrong)
    const to = form.method === 'bank' ? { account } : {}
    void run(orders.grantRefund, { id: order.id, ...requestOf(form), ...given.data, ...to })
  }
  const error = failure ?? acting.error
  const refused = fieldErrors(error ?? undefined)
  const chosenIds = Object.keys(form.lines).filter((id) => form.lines[id]?.isChosen)
  /** The server names a line item by its index among those that were sent. */
  const wrongAt = (id: string) => {
    const at = `lines.${chosenIds.indexOf(id)}.`
    return errors[id] ?? refused[`${at}amount`] ?? refused[`${at}quantity`]
  }
  const isAtField =
    ['shipping', 'account', ...accountPaths].some((path) => refused[path]) ||
    chosenIds.some((id) => wrongAt(id))
  return {
    lines,
    form,
    change,
    changeLine,
    wrongAt,
    errors: { ...refused, ...errors } as Record<string, string | undefined>,
    /** The refusal that no field shows. */
    failure: error && !isAtField ? error : null,
    error,
    account,
    changeAccount: (next: RefundAccount) => {
      setAccount(next)
      setErrors({})
      setFailure(null)
    },
    reason,
    changeReason: (value: string) => {
      setReason(value)
      setErrors({})
    },
    effect,
    isPending: isPending || isReading,
    send,
  }
}

const accountPaths = ['account.account_title', 'account.ibn_number']
const noAmount = texts.amountExpected

function wrongIn({ lines, shipping, restock }: RefundForm): Record<string, string> {
  const chosen = Object.entries(lines).filter(([, { isChosen }]) => isChosen)
  const wrong = chosen.flatMap(([id, { amount, quantity }]) => {
    if (parseTypedRupees(amount) === null) return [[id, noAmount]]
    return /^\d{1,6}$/.test(quantity.trim()) ? [] : [[id, texts.quantityExpected]]
  })
  if (parseTypedRupees(shipping) === null) wrong.push(['shipping', noAmount])
  if (restock && chosen.every(([, { quantity }]) => Number(quantity) === 0))
    wrong.push(['restock', texts.returnedExpected])
  const isNothing = chosen.length === 0 && parseTypedRupees(shipping) === '0'
  return Object.fromEntries(isNothing ? [['none', texts.nothingChosen]] : wrong)
}

function requestOf({ lines, shipping, restock, method }: RefundForm) {
  return {
    lines: Object.entries(lines).flatMap(([line_id, { isChosen, amount, quantity }]) =>
      isChosen ? [{ line_id, amount: parseTypedRupees(amount) ?? '', quantity: Number(quantity) }] : [],
    ),
    shipping: parseTypedRupees(shipping) ?? '',
    restock,
    method,
  }
}
