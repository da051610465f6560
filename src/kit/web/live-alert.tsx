import { Alert } from '@mantine/core'
import classes from './live-alert.module.css'

/** A failure above a form, announced at once; without one it takes no space. */
export function LiveAlert({ failure }: { failure: string | undefined }) {
  return (
    <div className={classes.place} aria-live="assertive">
      {failure && (
        <Alert color="red" variant="light" role="alert">
          {failure}
        </Alert>
      )}
    </div>
  )
}
