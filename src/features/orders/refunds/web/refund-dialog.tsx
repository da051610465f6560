import { maxReasonLength } from '#kit/contract/reason.ts'
import { CommandButton } from '#kit/web/command-button.tsx'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Switch.css'
import { Checkbox, Group, NativeSelect, Switch, TextInput } from '@mantine/core'
import type { OrderLine } from '#features/orders/contract.ts'
import classes from '#features/orders/web/dialogs.module.css'
import type { Acting } from '#features/orders/web/moves-panel.tsx'
import { formatRs } from '#kit/contract/money.ts'
import { CancelButton, Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { useFirstInvalid } from '#kit/web/fields/first-invalid.ts'
import { ReasonField } from '#kit/web/fields/reason-field.tsx'
import { AccountFields } from './account-fields-panel.tsx'
import { EffectPanel } from './effect-panel.tsx'
import { type Chosen, leftOf, type RefundForm, shippingLeft, useRefund } from './use-refund.ts'

/** Selects the amounts to refund, shows the effect on everybody, and grants the refund; another person sends it. */
export function RefundDialog({ acting }: { acting: Acting }) {
  const { order, ask } = acting
  const refund = useRefund(acting)
  const { form, change, errors, effect } = refund
  const formRef = useFirstInvalid(refund.error)
  return (
    <Dialog isHeld={acting.isPending} onClose={() => ask(null)} title={menuTexts.refund} size="lg">
      <form ref={formRef} onSubmit={refund.send} noValidate className={classes.form}>
        <p className={classes.text}>{texts.introduction}</p>
        <ul className={classes.lines} aria-label={texts.lines}>
          {refund.lines.map((line) => (
            <LineChoice
              key={line.id}
              line={line}
              left={leftOf(order, line)}
              chosen={form.lines[line.id]}
              error={refund.wrongAt(line.id)}
              onChange={(changes) => refund.changeLine(line.id, changes)}
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
            error={errors.shipping}
            onChange={(event) => change({ shipping: event.currentTarget.value })}
          />
          <NativeSelect
            label={texts.refundTo}
            data={[
              { value: 'bank', label: texts.toTheBankAccount },
              { value: 'wallet', label: texts.toTheWallet },
            ]}
            value={form.method}
            onChange={(event) => change({ method: event.currentTarget.value as RefundForm['method'] })}
          />
        </div>
        {form.method === 'bank' && (
          <AccountFields
            account={refund.account}
            customerName={order.customer_name}
            errors={{
              account_title: errors.account_title ?? errors['account.account_title'] ?? errors.account,
              ibn_number: errors.ibn_number ?? errors['account.ibn_number'],
            }}
            onChange={refund.changeAccount}
          />
        )}
        <Switch
          label={texts.restock}
          checked={form.restock}
          error={errors.restock}
          onChange={(event) => change({ restock: event.currentTarget.checked })}
        />
        {errors.none && <p role="alert">{errors.none}</p>}
        {refund.failure && <ChangeFailure error={refund.failure} />}
        {effect && (
          <>
            <EffectPanel effect={effect} />
            <ReasonField
              label={texts.reason}
              value={refund.reason}
              error={errors.reason ?? ''}
              maxLength={maxReasonLength}
              onChange={refund.changeReason}
            />
          </>
        )}
        <Group justify="flex-end" gap="xs" className={classes.actions}>
          <CancelButton isOff={acting.isPending} />
          <CommandButton type="submit" isPending={refund.isPending}>
            {effect ? texts.grantAmount({ amount: formatRs(effect.amount) }) : texts.showEffect}
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
