import { catalogue } from '../contract/texts.ts'

export const texts = catalogue({
  away: 'Away',
  theServerDidNotAnswer: 'The server did not answer',
  somethingWentWrong: 'Something went wrong',
  loading: 'Loading...',
  cannotCopy: 'This browser does not allow copying. Select the text instead.',
  copyWhat: 'Copy {what}',
  copied: 'Copied',
  serverError: 'Server Error',
  noAnswer: 'The server did not answer. Check your connection.',
  request: 'Request {id}',
  tryAgain: 'Try again',
  nothingWasChanged: 'Nothing was changed.',
  maybeChanged: 'The change may have been saved. Check the current state before you try again.',
  notSaved: 'The change was not saved. {error}.',
  messages: 'Messages',
  undo: 'Undo',
  closeMessage: 'Close message',
  notGiven: 'Not given',
})
