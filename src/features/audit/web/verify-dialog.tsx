import '@mantine/core/styles/Progress.css'
import { Alert, Button, Group, Progress } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useCall, useRefresh } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { audit, type Verification } from '../contract.ts'
import classes from './audit-panel.module.css'

const count = (rows: number) => `${rows.toLocaleString('en-PK')} ${rows === 1 ? 'row' : 'rows'}`

const faultWords: Record<NonNullable<Verification['first_fault']>['what'], string> = {
  changed: 'The row says something else than when it was written.',
  missing: 'The row is gone.',
  added: 'The row was not written by Munshi.',
  'seal changed':
    'The seal does not fit: rows were moved, or the seal was written by somebody without the key.',
  'seals missing': 'Seals are gone from here on.',
  rewritten: 'The chain is another one than what was noted outside of the database.',
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
    <Dialog title="Verify the audit log" onClose={onClose}>
      <div className={classes.verify} role="status">
        {isRunning && (
          <>
            <p>
              {found
                ? `${found.verified.toLocaleString('en-PK')} of ${count(found.total)} looked at`
                : 'Looking at the seals'}
            </p>
            <Progress
              value={found && found.total > 0 ? (found.verified / found.total) * 100 : 0}
              aria-label="How far it is"
            />
          </>
        )}
        {found?.is_done && !fault && (
          <>
            <p>
              <strong>{count(found.verified)} are as they were written.</strong>
            </p>
            <p>
              {found.waiting > 0
                ? `${count(found.waiting)} of the last minutes wait for their seal; each is signed as it was written.`
                : 'None waits for its seal.'}
            </p>
          </>
        )}
        {fault && (
          <Alert color="red" title="The audit log is not as it was written">
            <p>{faultWords[fault.what]}</p>
            <p>
              First bad row:{' '}
              {fault.number === null ? 'one without a seal' : `seal ${fault.number.toLocaleString('en-PK')}`}
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
            <p>
              {count(found.verified)} before it are as they were written. Keep the database as it is, and a
              copy of it.
            </p>
          </Alert>
        )}
        {error && <ChangeFailure error={error} />}
      </div>
      <Group justify="flex-end" mt="md">
        {!isRunning && (
          <Button variant="default" onClick={again}>
            Verify again
          </Button>
        )}
        <Button variant={isRunning ? 'default' : 'filled'} onClick={onClose}>
          {isRunning ? 'Stop' : 'Close'}
        </Button>
      </Group>
    </Dialog>
  )
}
