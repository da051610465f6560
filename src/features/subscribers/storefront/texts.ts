import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  emailIsRequired: 'Email is Required',
  notAnEmail: 'This is not an e-mail address',
  consentReason: 'Shoppers read what they agree to before they subscribe',
  subscribeReason: 'Shoppers subscribe without an account; the address is confirmed by mail',
  linkReason: 'The link in the mail identifies the reader, who needs no account to unsubscribe',
})
