import { expect, test } from 'vitest'
import { dayShown, dayTyped, isWholeDay, momentShown, momentWritten } from './typed-day.ts'

// The evening of 23 November in Pakistan, while it is the afternoon in UTC.
const now = Date.parse('2026-11-23T15:00:00Z')

test('a day is read as people of Pakistan write it, the day before the month', () => {
  for (const text of [
    '23 Nov 2026',
    '23 november',
    '23nov',
    '23-Nov-26',
    '23/11',
    '23/11/26',
    '23/11/2026',
    '23.11.2026',
    '23-11-2026',
    '2026-11-23',
    'Today',
    ' 23 Nov, 2026 ',
  ]) {
    expect(dayTyped(text, now), text).toBe('2026-11-23')
  }
  expect(dayTyped('5 Sept 2026', now)).toBe('2026-09-05')
  expect(dayTyped('yesterday', now)).toBe('2026-11-22')
  expect(dayTyped('tomorrow', now)).toBe('2026-11-24')
})

test('what is no day of the calendar is no day', () => {
  for (const text of [
    '',
    '31/11',
    '11/23',
    '29 Feb 2026',
    '23',
    'Nov 2026',
    '1 Jan 1999',
    'soon',
    '23 Nox 2026',
  ]) {
    expect(dayTyped(text, now), text).toBeNull()
  }
  expect(dayTyped('29 Feb 2028', now)).toBe('2028-02-29')
})

test('every day of ten years is read again as the field has shown it', () => {
  for (let at = Date.parse('2020-01-01'); at < Date.parse('2030-01-01'); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10)
    expect(dayTyped(dayShown(day), now)).toBe(day)
    expect(momentWritten(momentShown(`${day}T09:30`), '', now)).toBe(`${day}T09:30`)
  }
})

test('a filter follows the typing only once the year is whole', () => {
  for (const text of ['2026-11-23', '23 Nov 2026', '23/11/2026']) expect(isWholeDay(text), text).toBe(true)
  for (const text of ['23/11', '23 Nov', '23 Nov 20', '23/11/202']) expect(isWholeDay(text), text).toBe(false)
})

test('a moment is a day with a time, with or without am and pm', () => {
  expect(momentWritten('30 Nov 2026, 23:59', '', now)).toBe('2026-11-30T23:59')
  expect(momentWritten('30/11 11:59 pm', '', now)).toBe('2026-11-30T23:59')
  expect(momentWritten('30 Nov 12am', '', now)).toBe('2026-11-30T00:00')
  expect(momentWritten('tomorrow, 9am', '', now)).toBe('2026-11-24T09:00')
  expect(momentWritten('2026-11-30T23:59', '', now)).toBe('2026-11-30T23:59')
  expect(momentWritten('30 Nov 2026', '08:00', now)).toBe('2026-11-30T08:00')
  for (const text of ['30 Nov 2026', '23:59', '30 Nov 24:00', '30 Nov 13pm', '']) {
    expect(momentWritten(text, '', now), text).toBeNull()
  }
})
