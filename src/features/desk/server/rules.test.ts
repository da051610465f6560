import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type WorkingHours, workingHoursAfter, workingHoursBefore } from './rules.ts'

const office: WorkingHours = { opens_at: 9, closes_at: 18, weekend: [0], holidays: [] }

test('a night, a Sunday and a holiday do not count', () => {
  // Saturday, 16:00 in Karachi: two hours are left, and Monday is a holiday.
  const saturday = new Date('2026-11-21T11:00:00Z')
  const holidays = [{ day: '2026-11-23', name: 'A holiday' }]
  expect(workingHoursAfter(saturday, 2, office).toISOString()).toBe('2026-11-21T13:00:00.000Z')
  expect(workingHoursAfter(saturday, 3, office).toISOString()).toBe('2026-11-23T05:00:00.000Z')
  expect(workingHoursAfter(saturday, 3, { ...office, holidays }).toISOString()).toBe(
    '2026-11-24T05:00:00.000Z',
  )
})

test('what is late at a moment is what was due until then, whatever the calendar', () => {
  const calendars = fc.record({
    opens_at: fc.integer({ min: 0, max: 12 }),
    closes_at: fc.integer({ min: 13, max: 24 }),
    weekend: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 6 }),
    holidays: fc.uniqueArray(
      fc.integer({ min: 1, max: 28 }).map((day) => ({
        day: `2026-11-${String(day).padStart(2, '0')}`,
        name: 'A holiday',
      })),
      { maxLength: 5, selector: ({ day }) => day },
    ),
  })
  const moments = fc.date({
    min: new Date('2026-10-15T00:00:00Z'),
    max: new Date('2026-12-15T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(calendars, moments, moments, fc.integer({ min: 1, max: 80 }), (of, since, now, hours) => {
      const isDue = workingHoursAfter(since, hours, of) <= now
      const isBefore = since <= workingHoursBefore(now, hours, of)
      expect(isBefore).toBe(isDue)
    }),
  )
})
