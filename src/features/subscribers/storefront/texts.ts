import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  emailIsRequired: 'Email is Required',
  notAnEmail: 'This is not an e-mail address',
  consentReason: 'Shoppers read what they agree to before they subscribe',
  subscribeReason: 'Shoppers subscribe without an account; the address is confirmed by mail',
  linkReason: 'The link in the mail identifies the reader, who needs no account to unsubscribe',
  unknownVersion: 'This text is not known. Reload the page and try again',
  askedOften: 'You asked several times. Wait a moment and check your e-mail',
  sameAnswer: 'Check your e-mail. If this address can be subscribed, a mail with a link is on its way.',
  linkIsBroken: 'This link no longer works. Subscribe again to get a new one',
  linkIsIncomplete: 'This link is not complete. Open it from the mail again',
  byTheReader: 'By the link in a mail',
  confirmed: 'You are subscribed.',
  unsubscribed: 'You are unsubscribed. You get no more news from us.',
})
