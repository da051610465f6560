import { Button } from '@mantine/core'
import { formatIban } from '#kit/contract/pakistan.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CopyButton } from '#kit/web/copy-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { refunds } from '../contract.ts'
import type { Refund } from '../refund-contract.ts'
import { texts } from '../texts.ts'
import classes from './refund-account-panel.module.css'

/** The account of a refund: the title, the bank, the IBAN (masked until the user reveals it), and warnings. */
export function AccountPanel({ orderId, refund }: { orderId: string; refund: Refund }) {
  const { account } = refund
  if (refund.method === 'wallet') return null
  if (!account) {
    if (refund.status !== 'granted') return null
    return <p className={classes.doubt}>{texts.accountNeeded}</p>
  }
  // A number that was revealed is of the account as it was then: one that is corrected is masked again.
  const key = `${account.entered_at} ${account.ibn_number}`
  return <Account key={key} orderId={orderId} refund={refund} account={account} />
}

function Account({
  orderId,
  refund,
  account,
}: {
  orderId: string
  refund: Refund
  account: NonNullable<Refund['account']>
}) {
  const can = useCan()
  const reveal = useCommand(refunds.reveal)
  const clear = reveal.data?.ibn_number
  return (
    <section className={classes.account} aria-label={texts.accountOfTheRefund}>
      <dl>
        <dt>{texts.accountTitle}</dt>
        <dd dir="auto">{account.account_title}</dd>
        <dt>{texts.bank}</dt>
        <dd>{account.bank_name || texts.notOnOurList}</dd>
        <dt>{texts.iban}</dt>
        <dd className={classes.number}>
          {clear ? (
            <>
              <bdi dir="ltr" tabIndex={-1} ref={takeFocus}>
                {formatIban(clear)}
              </bdi>
              <CopyButton what={texts.iban} text={clear.replaceAll(/\s/g, '')} />
            </>
          ) : (
            <>
              <bdi dir="ltr">{account.ibn_number}</bdi>
              {can(refunds.reveal) && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={texts.revealIban}
                  disabled={reveal.isPending}
                  onClick={() => reveal.mutate({ input: { id: orderId, refund_id: refund.id } })}
                >
                  {texts.reveal}
                </Button>
              )}
            </>
          )}
        </dd>
      </dl>
      <Doubts words={refund.warnings} />
      {reveal.error && <ChangeFailure error={reveal.error} />}
    </section>
  )
}

/** Warnings about an account. */
export function Doubts({ words }: { words: readonly string[] }) {
  return words.map((text) => (
    <p key={text} className={classes.doubt}>
      {text}
    </p>
  ))
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
