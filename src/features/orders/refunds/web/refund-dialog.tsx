import { maxReasonLength, Reason } from '#kit/contract/reason.ts'
import { CommandButton } from '#kit/web/command-button.tsx'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Switch.css'
import { Button, Checkbox, Group, NativeSelect, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type OrderDetail, type OrderLine, orders } from '#features/orders/contract.ts'
import classes from '#features/orders/web/dialogs.module.css'
import type { Acting } from '#features/orders/web/moves-panel.tsx'
import { formatRs, parseRupees, parseTypedRupees, rupeesFromPaisa } from '#kit/contract/money.ts'
import { useCall } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useFirstInvalid } from '#kit/web/fields/first-invalid.ts'
import { ReasonField } from '#kit/web/fields/reason-field.tsx'
import { RefundAccount, type RefundEffect } from '../refund-contract.ts'
import { AccountFields, noAccount } from './account-fields-panel.tsx'
import { EffectPanel } from './effect-panel.tsx'

interface Chosen {
  isChosen: boolean
  amount: string
  quantity: string
}

interface Form {
  lines: Record<string, Chosen>
  shipping: string
  restock: boolean
  method: 'bank' | 'wallet'
}

/** The amount of a line item that can still be refunded: the charged amount, less refunds granted but not sent. */
function leftOf({ refunds }: OrderDetail, { id, net_total, reversed }: OrderLine): string {
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

function shippingLeft({ parts, refunds }: OrderDetail): string {
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

/** Selects the amounts to refund, shows the effect on everybody, and grants the refund; another person sends it. */
export function RefundDialog({ acting }: { acting: Acting }) {
  const { order, run, ask, isPending } = acting
  const call = useCall()
  const lines = order.parts.flatMap((part) => part.lines).filter((line) => leftOf(order, line) !== '0')
  const [form, setForm] = useState<Form>({
    lines: Object.fromEntries(
      lines.map((line) => [line.id, { isChosen: false, amount: leftOf(order, line), quantity: '0' }]),
    ),
    shipping: '0',
    restock: false,
    method: 'bank',
  })
  const [reason, setReason] = useState('')
  const [account, setAccount] = useState(noAccount)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<Error | null>(null)
  const [effect, setEffect] = useState<RefundEffect | null>(null)
  const [isReading, setReading] = useState(false)

  /** A change makes the effect on screen wrong, so the effect is cleared. */
  const change = (changes: Partial<Form>) => {
    setForm({ ...form, ...changes })
    setEffect(null)
    setErrors({})
    setFailure(null)
  }
  const changeLine = (id: string, changes: Partial<Chosen>) => {
    const before = form.lines[id]
    if (before) change({ lines: { ...form.lines, [id]: { ...before, ...changes } } })
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
    try {
      setEffect(await call(orders.previewRefund, { id: order.id, ...requestOf(form) }))
    } catch (error) {
      setFailure(error as Error)
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
  const formRef = useFirstInvalid(error)
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
  return (
    <Dialog onClose={() => ask(null)} title={menuTexts.refund} size="lg">
      <form ref={formRef} onSubmit={send} noValidate className={classes.form}>
        <p className={classes.text}>{texts.chooseWhatTheCustomerGets}</p>
        <ul className={classes.lines} aria-label={texts.lines}>
          {lines.map((line) => (
            <LineChoice
              key={line.id}
              line={line}
              left={leftOf(order, line)}
              chosen={form.lines[line.id]}
              error={wrongAt(line.id)}
              onChange={(changes) => changeLine(line.id, changes)}
            />
          ))}
        </ul>
        <div className={classes.pair}>
          <TextInput
            label={texts.shipping}
            description={texts.atMost({ order: formatRs(shippingLeft(order)) })}
            leftSection={texts.rs}
            inputMode="decimal"
            value={form.shipping}
            error={errors.shipping ?? refused.shipping}
            onChange={(event) => change({ shipping: event.currentTarget.value })}
          />
          <NativeSelect
            label={texts.paidBack}
            description={texts.whereTheMoneyGoes}
            data={[
              { value: 'bank', label: texts.toTheBankAccount },
              { value: 'wallet', label: texts.toTheWallet },
            ]}
            value={form.method}
            onChange={(event) => change({ method: event.currentTarget.value as Form['method'] })}
          />
        </div>
        {form.method === 'bank' && (
          <AccountFields
            account={account}
            customerName={order.customer_name}
            errors={{
              account_title: errors.account_title ?? refused['account.account_title'] ?? refused.account,
              ibn_number: errors.ibn_number ?? refused['account.ibn_number'],
            }}
            onChange={(next) => {
              setAccount(next)
              setErrors({})
              setFailure(null)
            }}
          />
        )}
        <Switch
          label={texts.whatComesBackGoesInto}
          checked={form.restock}
          onChange={(event) => change({ restock: event.currentTarget.checked })}
        />
        {errors.none && <p role="alert">{errors.none}</p>}
        {error && !isAtField && <ChangeFailure error={error} />}
        {effect && (
          <>
            <EffectPanel effect={effect} />
            <ReasonField
              label={texts.reason}
              value={reason}
              error={errors.reason ?? ''}
              maxLength={maxReasonLength}
              onChange={(value) => {
                setReason(value)
                setErrors({})
              }}
            />
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => ask(null)}>
            {texts.cancel}
          </Button>
          <CommandButton type="submit" isPending={isPending || isReading} disabled={isPending || isReading}>
            {effect ? texts.grantAmount({ amount: formatRs(effect.amount) }) : texts.showTheEffect}
          </CommandButton>
        </Group>
      </form>
    </Dialog>
  )
}

function LineChoice({
  line,
  left,
  chosen,
  error,
  onChange,
}: {
  line: OrderLine
  /** The amount that can still be refunded. */
  left: string
  chosen: Chosen | undefined
  error: string | undefined
  onChange: (changes: Partial<Chosen>) => void
}) {
  if (!chosen) return null
  const { isChosen, amount, quantity } = chosen
  return (
    <li>
      <Checkbox
        size="xs"
        checked={isChosen}
        onChange={(event) => onChange({ isChosen: event.currentTarget.checked })}
        label={
          <>
            <span dir="auto">{line.product_name}</span>
            <small>{texts.orderedAtMost({ quantity: line.quantity, left: formatRs(left) })}</small>
          </>
        }
      />
      <TextInput
        size="xs"
        aria-label={texts.amountFor({ productName: line.product_name })}
        leftSection={texts.rs}
        inputMode="decimal"
        disabled={!isChosen}
        value={amount}
        error={error}
        onChange={(event) => onChange({ amount: event.currentTarget.value })}
      />
      <TextInput
        size="xs"
        aria-label={texts.returnedOf({ productName: line.product_name })}
        rightSection="back"
        rightSectionWidth={44}
        inputMode="numeric"
        maxLength={6}
        disabled={!isChosen}
        value={quantity}
        onChange={(event) => onChange({ quantity: event.currentTarget.value })}
      />
    </li>
  )
}

const accountPaths = ['account.account_title', 'account.ibn_number']
const noAmount = texts.writeAnAmountSuchAs

function wrongIn({ lines, shipping }: Form): Record<string, string> {
  const chosen = Object.entries(lines).filter(([, { isChosen }]) => isChosen)
  const wrong = chosen.flatMap(([id, { amount, quantity }]) => {
    if (parseTypedRupees(amount) === null) return [[id, noAmount]]
    return /^\d{1,6}$/.test(quantity.trim()) ? [] : [[id, texts.writeHowManyComeBack]]
  })
  if (parseTypedRupees(shipping) === null) wrong.push(['shipping', noAmount])
  const isNothing = chosen.length === 0 && parseTypedRupees(shipping) === '0'
  return Object.fromEntries(isNothing ? [['none', texts.chooseALineOrAn]] : wrong)
}

function requestOf({ lines, shipping, restock, method }: Form) {
  return {
    lines: Object.entries(lines).flatMap(([line_id, { isChosen, amount, quantity }]) =>
      isChosen ? [{ line_id, amount: parseTypedRupees(amount) ?? '', quantity: Number(quantity) }] : [],
    ),
    shipping: parseTypedRupees(shipping) ?? '',
    restock,
    method,
  }
}
