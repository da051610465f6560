import { texts } from '../texts.ts'
import '@mantine/core/styles/Progress.css'
import { Alert, Button, Group, Progress } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useCall, useRefresh } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { audit, type Fault, type Verification } from '../contract.ts'
import classes from './audit-panel.module.css'
import { auditEntry } from './links.ts'

const faultWords: Record<Fault, string> = {
  changed: texts.entryChanged,
  missing: texts.entryMissing,
  added: texts.entryAdded,
  'seal changed': texts.sealChanged,
  'seals missing': texts.sealsMissing,
  rewritten: texts.chainRewritten,
}

/** Verifies the chain of seals part by part, shows the progress, and reports the first entry that has been altered. */
export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const { found, error, isRunning, again } = useVerification()
  const fault = found?.first_fault
  return (
    <Dialog title={texts.verifyTheAuditLog} onClose={onClose}>
      <div className={classes.verify} role="status">
        {isRunning && (
          <>
            <p>{found ? texts.progress(found) : texts.checkingSeals}</p>
            <Progress
              value={found && found.total > 0 ? (found.verified / found.total) * 100 : 0}
              aria-label={texts.progressLabel}
            />
          </>
        )}
        {found?.is_done && !fault && (
          <>
            <p>
              <strong>{texts.allUnchanged(found)}</strong>
            </p>
            <p>{found.waiting > 0 ? texts.notSealedYet(found) : texts.allSealed}</p>
          </>
        )}
        {fault && <FaultAlert fault={fault} verified={found.verified} />}
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

/** Asks for one part after the other until the log is verified, the dialog closes, or a call fails. */
function useVerification() {
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
  return { found, error, isRunning: !error && !found?.is_done, again }
}

function FaultAlert({
  fault: { what, number, id, is_there },
  verified,
}: {
  fault: NonNullable<Verification['first_fault']>
  verified: number
}) {
  const shownId = <bdi dir="ltr">{id}</bdi>
  return (
    <Alert color="red" title={texts.logChanged}>
      <p>{faultWords[what]}</p>
      <p>
        {number === null ? texts.firstFaultUnsealed : texts.firstFaultSealed({ number })}
        {id && (
          <>
            {', '}
            {is_there ? <Link href={auditEntry({ id })}>{shownId}</Link> : shownId}
          </>
        )}
      </p>
      <p>{texts.unchangedBefore({ verified })}</p>
    </Alert>
  )
}
