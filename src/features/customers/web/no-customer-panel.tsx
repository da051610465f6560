import { ApiRefusal } from '#kit/web/client.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import classes from './customer-panel.module.css'

/** What stands where no customer is: an id that names none, or one that could not be read. */
export function NoCustomer({ error, onRetry }: { error?: Error; onRetry?: () => void }) {
  // What is no id at all names nobody either.
  const isMissing = error === undefined || (error instanceof ApiRefusal && [404, 422].includes(error.status))
  if (error && !isMissing) {
    return (
      <>
        <h1 className="visually-hidden">{menuTexts.customer}</h1>
        <Failure
          error={error}
          answered={texts.serverError}
          what={texts.theCustomerCouldNotBe}
          {...(onRetry ? { onRetry } : {})}
        />
      </>
    )
  }
  return (
    <section className={classes.missing}>
      <h1>{texts.noCustomerFound}</h1>
      <p>
        {texts.theAddressNamesNoCustomer({
          link: (words) => <Link href="/customers-customers-list">{words}</Link>,
        })}
      </p>
    </section>
  )
}
