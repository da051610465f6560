import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ApiRefusal, NotSent } from './client.tsx'
import classes from './failure.module.css'
import { Link } from './link.tsx'
import { texts } from './texts.ts'

/** The server's message for a refusal; a general message for any other error. */
export function wordsOf(error: unknown): string {
  if (error instanceof NotSent) return texts.youAreOffline
  return error instanceof ApiRefusal ? error.problem.message || texts.serverError : texts.somethingWentWrong
}

/** The request id of a refusal, to find the request in the log. */
function requestIdOf(error: Error): string {
  return error instanceof ApiRefusal ? error.problem.request_id : ''
}

/**
 * An error in words, with the specification's code as title: `answered` when the server answered, "Something went
 * wrong" when it did not.
 */
export function Failure({
  error,
  answered,
  what,
  onRetry,
  way,
}: {
  error: Error
  answered: string
  what: string
  onRetry?: () => void
  /** An alternative link, if trying again would fail again. */
  way?: { href: string; label: string } | undefined
}) {
  const isNotSent = error instanceof NotSent
  const title =
    error instanceof ApiRefusal ? answered : isNotSent ? texts.youAreOffline : texts.somethingWentWrong
  const requestId = requestIdOf(error)
  const noWhy = isNotSent ? texts.tryWhenConnected : texts.noAnswer
  const why = error instanceof ApiRefusal ? error.problem.detail : noWhy
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      title={title}
      icon={<IconAlertTriangle size={18} />}
      className={classes.failure}
    >
      <p>
        {what} {why === 'Something went wrong' ? '' : why}
      </p>
      {requestId && <p className={classes.request}>{texts.request({ id: <code>{requestId}</code> })}</p>}
      {onRetry && (
        <Button mt="xs" size="xs" variant="default" onClick={onRetry}>
          {texts.tryAgain}
        </Button>
      )}
      {way && (
        <Button mt="xs" size="xs" variant="default" component={Link} href={way.href}>
          {way.label}
        </Button>
      )}
    </Alert>
  )
}

/** The outcome of a failed change. Only a refusal is certain: without an answer, the change may have been saved. */
export function ChangeFailure({ error }: { error: Error }) {
  const isRefused = error instanceof NotSent || (error instanceof ApiRefusal && error.status < 500)
  const what = isRefused ? texts.nothingWasChanged : texts.maybeChanged
  return <Failure error={error} answered={texts.serverError} what={what} />
}
