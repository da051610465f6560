import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ApiRefusal, NotSent } from './client.tsx'
import classes from './failure.module.css'
import { failureWordsOf, isWithoutEffect } from './failure-model.ts'
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
 * An error in words: a refusal by its own, what the server could not do by the specification's `answered`, and "Something
 * went wrong" when it did not answer.
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
  const { heading, text, code } = failureWordsOf(error, answered, what)
  const requestId = requestIdOf(error)
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      title={heading}
      icon={<IconAlertTriangle size={18} />}
      className={classes.failure}
    >
      {text && <p>{text}</p>}
      {(code || requestId) && (
        <p className={classes.request}>
          {code && <code>{code}</code>} {requestId && texts.request({ id: <code>{requestId}</code> })}
        </p>
      )}
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

/** What became of a failed change. Only a refusal is certain: without an answer, the change may have been saved. */
export function outcomeOf(error: unknown): { isCertain: boolean; what: string } {
  const isCertain = isWithoutEffect(error)
  return { isCertain, what: isCertain ? texts.nothingWasChanged : texts.maybeChanged }
}

/** A failed change in a short message: what `refused` says where it certainly did not happen, and otherwise that it may have. */
export function failedWords(error: unknown, refused: (why: { error: string }) => string): string {
  return isWithoutEffect(error) ? refused({ error: wordsOf(error) }) : texts.maybeChanged
}

/** The outcome of a failed change, as an alert. `unsent` tells what was not sent, if a part of the change was made before. */
export function ChangeFailure({ error, unsent }: { error: Error; unsent?: string }) {
  const { what } = outcomeOf(error)
  const isUnsent = unsent !== undefined && error instanceof NotSent
  return <Failure error={error} answered={texts.serverError} what={isUnsent ? unsent : what} />
}
