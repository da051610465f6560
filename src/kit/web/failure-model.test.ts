import { expect, test } from 'vitest'
import { ApiRefusal, NotSent } from './client.tsx'
import { failureWordsOf, isWithoutEffect, notRead } from './failure-model.ts'

const refused = (status: number, title: string, detail: string) =>
  new ApiRefusal({ type: 'about:blank', title, status, detail, message: detail, request_id: 'r-1' })
const of = (error: Error, answered = 'Server Error', what = 'Nothing was changed.') =>
  failureWordsOf(error, answered, what)

test('a refusal is headed by what it says, and never by Server Error', () => {
  const conflict = refused(
    409,
    'Already changed',
    'Already rejected by Sana Tariq. It cannot be approved now',
  )
  expect(of(conflict)).toEqual({
    heading: 'Already rejected by Sana Tariq',
    text: 'Nothing was changed. It cannot be approved now',
    code: '',
  })
  expect(of(refused(422, 'Fields not accepted', 'Enter a reason'))).toMatchObject({
    heading: 'Enter a reason',
    text: 'Nothing was changed.',
  })
  const long = `This customer cannot be erased ${'because of an order '.repeat(8)}`
  expect(of(refused(409, 'Already changed', long))).toMatchObject({ heading: 'Already changed' })
})

test('what the server could not do is headed by the title of the specification', () => {
  expect(of(refused(503, 'Something went wrong', 'Something went wrong'))).toMatchObject({
    heading: 'Server Error',
    text: 'Nothing was changed.',
  })
  expect(of(new TypeError('failed'))).toMatchObject({ heading: 'Something went wrong' })
})

test('what could not be read is headed by words, and its code is shown small', () => {
  const empty = refused(503, 'Something went wrong', 'Something went wrong')
  expect(of(empty, notRead, 'The pending products could not be loaded.')).toEqual({
    heading: 'The pending products could not be loaded',
    text: '',
    code: 'not_created',
  })
})

test('a change has certainly not happened if it was refused or not sent, and perhaps if its answer was lost', () => {
  expect(isWithoutEffect(refused(409, 'Already changed', 'Already rejected by Sana Tariq'))).toBe(true)
  expect(isWithoutEffect(new NotSent('You are offline'))).toBe(true)
  expect(isWithoutEffect(refused(503, 'Something went wrong', 'Something went wrong'))).toBe(false)
  expect(isWithoutEffect(new TypeError('failed'))).toBe(false)
})
