import { formatRs } from '#kit/contract/money.ts'
import { formatPhone } from '#kit/contract/pakistan-phones.ts'
import { dayOf } from '#kit/contract/words.ts'
import { agoOf, fullTimeOf } from './ages.ts'
import { Found } from './found.tsx'
import { texts } from './texts.ts'
import classes from './values.module.css'

export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullTimeOf(at)}>
      {agoOf(at)}
    </time>
  )
}

export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullTimeOf(at)} className={classes.numbers}>
      {dayOf(at)}
    </time>
  )
}

/** A phone number as a link; it reads left to right in every language. */
export function Phone({ number }: { number: string }) {
  if (!number) return <None />
  return (
    <a className={classes.quietLink} href={`tel:${number}`} dir="ltr">
      <Found>{formatPhone(number)}</Found>
    </a>
  )
}

export function Email({ address }: { address: string }) {
  if (!address) return <None />
  return (
    <a className={classes.quietLink} href={`mailto:${address}`} dir="ltr">
      <Found>{address}</Found>
    </a>
  )
}

/** An amount in rupees from its wire format. */
export function Money({ rupees }: { rupees: string }) {
  return <span className={classes.numbers}>{formatRs(rupees)}</span>
}

/** The placeholder for a missing value. */
export function None({ title = texts.notGiven }: { title?: string }) {
  return (
    <span className={classes.none}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{title}</span>
    </span>
  )
}

/** The placeholder for a value that will be there in a moment. */
export function NotYet({ title }: { title: string }) {
  return (
    <span className={classes.none} title={title}>
      <span aria-hidden="true">…</span>
      <span className="visually-hidden">{title}</span>
    </span>
  )
}

/** Text that may be truncated by its column; the full text is shown on hover. */
export function Cut({ children }: { children: string }) {
  if (!children) return <None />
  return (
    <span className={classes.cut} dir="auto" title={children}>
      <Found>{children}</Found>
    </span>
  )
}
