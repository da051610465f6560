import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  queue: 'Queue',
  place: '{position} of {total}',
  previous: 'Previous',
  next: 'Next',
  skip: 'Skip',
  skipped: '{count} skipped',
  decidedByOthers: '{count} decided by others',
  queueNotRead: 'No next record: the list in this link cannot be read.',
  goTo: 'Go to {title}',
  queueDone: 'End of the queue',
  lastOfQueue: 'End of the queue: {name} is decided',
  queueHeld:
    'End of the queue, except {count, plural, one {# record} other {# records}} being reviewed by {names}',
  queueLeft:
    'End of the queue, except {count, plural, one {# record that waits} other {# records that wait}} for other people',
  openHeld: 'Open anyway',
  undoLast: 'Undo: {name}',
  seconds: '({seconds} s)',
  undone: 'Decision undone.',
  notUndone: 'The decision was not undone. {message}',
  maybeUndone:
    'The decision may have been undone, but the server did not confirm this. Undo again to make sure.',
})
