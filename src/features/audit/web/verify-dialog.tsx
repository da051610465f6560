import { numberOf } from '#kit/contract/words.ts'
import { texts } from '../texts.ts'
import '@mantine/core/styles/Progress.css'
import { Alert, Button, Group, Progress } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useCall, useRefresh } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { audit, type Verification } from '../contract.ts'
import classes from './audit-panel.module.css'

const count = (rows: number) => `${numberOf(rows)} ${rows === 1 ? 'row' : 'rows'}`

const faultWords: Record<NonNullable<Verification['first_fault']>['what'], string> = {
  changed: texts.theRowSaysSomethingElse,
  missing: texts.theRowIsGone,
  added: texts.theRowWasNotWritten,
  'seal changed': texts.theSealDoesNotFit,
  'seals missing': texts.sealsAreGoneFromHere,
  rewritten: texts.theChainIsAnotherOne,
}

/** Verifies the chain of seals part by part, shows the progress, and reports the first entry that has been altered. */
export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const call = useCall()
  const refresh = useRefresh()
  const [found, setFound] = useState<Verification | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [turn, setTurn] = useState(0)
  const isStopped = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once, and once more with each new turn
  useEffect(() => {
    isStopped.current = false
    const walk = async () => {
      let after = 0
      let next = ''
      for (;;) {
        const part = await call(audit.verify, { after, next })
        if (isStopped.current) return
        setFound(part)
        if (part.is_done) return void refresh(audit.verify)
        after = part.verified
        next = part.next
      }
    }
    walk().catch((failure: Error) => isStopped.current || setError(failure))
    return () => {
      isStopped.current = true
    }
  }, [turn])

  const again = () => {
    setFound(null)
    setError(null)
    setTurn(turn + 1)
  }
  const fault = found?.first_fault
  const isRunning = !error && !found?.is_done
  return (
    <Dialog title={texts.verifyTheAuditLog} onClose={onClose}>
      <div className={classes.verify} role="status">
        {isRunning && (
          <>
            <p>
              {found
                ? texts.ofLookedAt({ verified: found.verified, total: count(found.total) })
                : texts.lookingAtTheSeals}
            </p>
            <Progress
              value={found && found.total > 0 ? (found.verified / found.total) * 100 : 0}
              aria-label={texts.howFarItIs}
            />
          </>
        )}
        {found?.is_done && !fault && (
          <>
            <p>
              <strong>{texts.areAsTheyWereWritten({ verified: count(found.verified) })}</strong>
            </p>
            <p>
              {found.waiting > 0
                ? texts.ofTheLastMinutesWait({ waiting: count(found.waiting) })
                : texts.noneWaitsForItsSeal}
            </p>
          </>
        )}
        {fault && (
          <Alert color="red" title={texts.theAuditLogIsNot}>
            <p>{faultWords[fault.what]}</p>
            <p>
              {texts.firstBadRow({
                number:
                  fault.number === null ? texts.oneWithoutASeal : texts.sealNumber({ number: fault.number }),
              })}
              {fault.id && (
                <>
                  {', '}
                  {fault.is_there ? (
                    <Link href={`/audit-log/entry?id=${fault.id}`}>
                      <bdi dir="ltr">{fault.id}</bdi>
                    </Link>
                  ) : (
                    <bdi dir="ltr">{fault.id}</bdi>
                  )}
                </>
              )}
            </p>
            <p>{texts.beforeItAreAsThey({ verified: count(found.verified) })}</p>
          </Alert>
        )}
        {error && <ChangeFailure error={error} />}
      </div>
      <Group justify="flex-end" mt="md">
        {!isRunning && (
          <Button variant="default" onClick={again}>
            {texts.verifyAgain}
          </Button>
        )}
        <Button variant={isRunning ? 'default' : 'filled'} onClick={onClose}>
          {isRunning ? texts.stop : texts.close}
        </Button>
      </Group>
    </Dialog>
  )
}
