import { expect, test } from 'vitest'
import { texts } from '../texts.ts'
import { hintOf, meaningOf } from './reason-model.ts'

test.each([
  ['connect ECONNREFUSED 127.0.0.1:25', texts.unreachable],
  ['Greeting never received', texts.unreachable],
  ['Invalid login: 535 5.7.8 Username and Password not accepted', texts.signInRefused],
  ["Can't send mail - all recipients were rejected: 550 5.1.1 User unknown", texts.addressUnknown],
  ['550 No such user here', texts.addressUnknown],
  ['552 5.2.2 The mailbox is full', texts.mailboxFull],
  ['Message failed: 554 5.7.1 Spam', texts.mailRefused],
  ['451 4.7.1 Greylisted', texts.askedLater],
  ['Restored from a backup', texts.restored],
  ['There is no room on the disk', texts.otherError],
  ['', texts.otherError],
])('“%s” is said in plain words', (lastError, meaning) => {
  expect(meaningOf(lastError)).toBe(meaning)
})

test('a mail without a button says what to do instead', () => {
  expect(hintOf({ again: 'yes', kind: 'vendor approved' })).toBe('')
  expect(hintOf({ again: 'retrying', kind: 'vendor approved' })).toBe(texts.triedAgain)
  expect(hintOf({ again: 'replaced', kind: 'vendor approved' })).toBe(texts.replacedHint)
  expect(hintOf({ again: 'not_permitted', kind: 'vendor approved' })).toBe(texts.mayNot)
  expect(hintOf({ again: 'elsewhere', kind: 'invitation' })).toBe(texts.inviteAgain)
  expect(hintOf({ again: 'elsewhere', kind: 'reset' })).toBe(texts.askAgain)
  expect(hintOf({ again: 'elsewhere', kind: 'subscription' })).toBe(texts.confirmAgain)
  expect(hintOf({ again: 'elsewhere', kind: 'notification' })).toBe(texts.notHere)
})
