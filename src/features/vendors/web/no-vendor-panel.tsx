import { ApiRefusal } from '#kit/web/client.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import classes from './record-panel.module.css'

/** What stands where no vendor is: an id that names none, or one that could not be read. */
export function NoVendor({ error, onRetry }: { error?: Error; onRetry?: () => void }) {
  const isMissing = error === undefined || (error instanceof ApiRefusal && error.status === 404)
  if (error && !isMissing) {
    return (
      <>
        <h1 className="visually-hidden">{menuTexts.vendor}</h1>
        <Failure
          error={error}
          answered={texts.serverError}
          what={texts.theVendorCouldNotBe}
          {...(onRetry ? { onRetry } : {})}
        />
      </>
    )
  }
  return (
    <section className={classes.missing}>
      <h1>{texts.noVendorFound}</h1>
      <p>
        {texts.theAddressNamesNoVendor({
          link: (words) => <Link href="/vendor-verification-pending-verification">{words}</Link>,
        })}
      </p>
    </section>
  )
}
