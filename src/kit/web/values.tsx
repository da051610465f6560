import { formatRs } from '#kit/contract/money.ts'
import { formatPhone } from '#kit/contract/pakistan-phones.ts'
import classes from './values.module.css'

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Asia/Karachi',
})
const fullFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Asia/Karachi',
})

/** A day as people write it here: 21 Nov 2026, in Karachi whatever the browser's zone. */
export function dayOf(iso: string): string {
  return dayFormat.format(new Date(iso))
}

/** The whole time, for whoever hovers. */
export function fullTimeOf(iso: string): string {
  return `${fullFormat.format(new Date(iso))}, Pakistan time`
}

/** How long something has waited, in the largest unit that says enough. */
export function ageOf(iso: string): string {
  const minutes = Math.floor((Date.now() - new Date(iso).getTime()) / 60_000)
  if (minutes < 1) return 'under 1 min'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h`
  const days = Math.floor(hours / 24)
  return days === 1 ? '1 day' : `${days} days`
}

/** How long ago it was; from two months on the day itself, which says more by then. */
function agoOf(iso: string): string {
  const age = ageOf(iso)
  if (age === 'under 1 min') return 'just now'
  return /^([6-9]\d|\d{3,}) days/.test(age) ? dayOf(iso) : `${age} ago`
}

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

/** A phone number that can be called; it reads left to right in any language. */
export function Phone({ number }: { number: string }) {
  if (!number) return <None />
  return (
    <a className={classes.quietLink} href={`tel:${number}`} dir="ltr">
      {formatPhone(number)}
    </a>
  )
}

export function Email({ address }: { address: string }) {
  if (!address) return <None />
  return (
    <a className={classes.quietLink} href={`mailto:${address}`} dir="ltr">
      {address}
    </a>
  )
}

/** An amount in rupees from its wire form. */
export function Money({ rupees }: { rupees: string }) {
  return <span className={classes.numbers}>{formatRs(rupees)}</span>
}

/** What stands where there is nothing. */
export function None({ title = 'Not given' }: { title?: string }) {
  return (
    <span className={classes.none}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{title}</span>
    </span>
  )
}

/** Text that may be cut by its column, whole on hover. */
export function Cut({ children }: { children: string }) {
  if (!children) return <None />
  return (
    <span className={classes.cut} dir="auto" title={children}>
      {children}
    </span>
  )
}
