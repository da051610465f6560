import { dayOf, weekdayMomentOf } from '../contract/words.ts'
import { texts } from './texts.ts'

/** The full time, shown on hover. */
export function fullTimeOf(iso: string): string {
  return texts.pakistanTime({ time: weekdayMomentOf(iso) })
}

/** The age of something, in the largest unit that is precise enough. */
export function ageOf(iso: string): string {
  const { minutes, hours, days } = ageIn(iso)
  if (minutes < 1) return texts.underOneMinute
  if (hours < 1) return texts.minutes({ count: minutes })
  return days < 1 ? texts.hours({ count: hours }) : texts.days({ count: days })
}

/** How long ago something happened. From two months on the day is shown, which is more useful. */
export function agoOf(iso: string): string {
  const { minutes, hours, days } = ageIn(iso)
  if (minutes < 1) return texts.justNow
  if (hours < 1) return texts.minutesAgo({ count: minutes })
  if (days < 1) return texts.hoursAgo({ count: hours })
  return days < 60 ? texts.daysAgo({ count: days }) : dayOf(iso)
}

function ageIn(iso: string) {
  const minutes = Math.floor((Date.now() - new Date(iso).getTime()) / 60_000)
  const hours = Math.floor(minutes / 60)
  return { minutes, hours, days: Math.floor(hours / 24) }
}
