import { expect, test } from 'vitest'
import type { ReasonChoice } from '../reasons/choice-contract.ts'
import { begunWith, choiceAt, type Saying, saidOf, silent, toggled } from './reason-model.ts'

const labels = { 'shop.ibn_number': 'IBAN', 'shop.account_title': 'Account title', 'shop.shop_ntn': 'NTN' }
const choice = (code: string, fields: string[]): ReasonChoice => ({
  ...{ code, fields, name: code, kind: 'fixable', text_en: 'Correct: {what}.', text_ur: '' },
})
const fieldsOf = (of: ReasonChoice, marked?: string[]) =>
  toggled(silent, of, labels, marked).picked[0]?.fields

test('a reason concerns what the change brings of its usual fields, and all of them if it brings none', () => {
  const account = choice('iban_wrong', ['shop.ibn_number', 'shop.account_title'])
  expect(fieldsOf(account)).toEqual(account.fields)
  expect(fieldsOf(account, ['shop.ibn_number', 'shop.shop_ntn'])).toEqual(['shop.ibn_number'])
  expect(fieldsOf(account, ['shop.shop_ntn'])).toEqual(account.fields)
})

test('a reason that is chosen again is deselected, and a field that the record does not have is left out', () => {
  const reason = choice('ntn_wrong', ['shop.shop_ntn', 'shop.colour'])
  const once = toggled(silent, reason, labels)
  expect(once.picked[0]?.fields).toEqual(['shop.shop_ntn'])
  expect(toggled(once, reason, labels).picked).toEqual([])
})

test('what was begun is gone on with, without the reasons that were taken from the list since', () => {
  const [left, kept] = [choice('old_wrong', []), choice('ntn_wrong', ['shop.shop_ntn'])]
  const both = [left, kept].reduce((saying, one) => toggled(saying, one, labels), {
    ...silent,
    language: 'ur' as const,
  } as Saying)
  const choices = { choices: [kept], last_used: [], language: 'en' as const }
  expect(begunWith({ ...both, own: 'Call us.' }, choices)).toEqual({
    ...{ own: 'Call us.', language: 'ur' },
    picked: [{ code: 'ntn_wrong', fields: ['shop.shop_ntn'], text: null }],
  })
  expect(begunWith(undefined, choices)).toEqual(silent)
})

test('a digit chooses the reason at its place, and where something is asked for none that is against the rules', () => {
  const choices = [choice('first', []), { ...choice('banned', []), kind: 'policy' as const }]
  const chosenBy = (key: string, isRequest: boolean) => choiceAt(key, choices, isRequest)?.code
  expect([chosenBy('1', true), chosenBy('2', false)]).toEqual(['first', 'banned'])
  expect([chosenBy('2', true), chosenBy('3', false), chosenBy('0', false), chosenBy('a', false)]).toEqual(
    Array(4).fill(undefined),
  )
})

test('a letter is sent in the language that it is set to unless another one was chosen', () => {
  expect(saidOf({ ...silent, own: 'Call us.' })).toEqual({ reason: 'Call us.', reasons: [] })
  expect(saidOf({ ...silent, language: 'ur' })).toEqual({ reason: '', reasons: [], language: 'ur' })
})
