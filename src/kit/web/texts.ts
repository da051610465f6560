import { catalogue } from '../contract/texts.ts'

export const texts = catalogue({
  away: 'Away',
  bearerToken: 'Bearer {token}',
  theServerDidNotAnswer: 'The server did not answer',
  somethingWentWrong: 'Something went wrong',
  loading: 'Loading...',
  thisBrowserDoesNotLet: 'This browser does not let us copy: select the text instead.',
  copyWhat: 'Copy {what}',
  copied: 'Copied',
  serverError: 'Server Error',
  theServerDidNotAnswerCheck: 'The server did not answer. Check your connection.',
  requestRequestId: 'Request {requestId}',
  tryAgain: 'Try again',
  nothingWasChanged: 'Nothing was changed.',
  itIsNotKnownWhether: 'It is not known whether this was done: look at what stands before you do it again.',
  scrolledAddress: 'scrolled {address}',
  thisWasNotChanged: 'This was not changed. {error}.',
  messages: 'Messages',
  undo: 'Undo',
  closeMessage: 'Close message',
  notGiven: 'Not given',
})
