import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  notLoaded: 'This part of the shop could not be loaded.',
  waitingNotLoaded: 'Changes that are not yet live could not be loaded.',
  publish: 'Publish…',
  notYetLive: 'Not yet live',
  changedBy: 'Last saved {at} by {name}',
  edit: 'Edit',
  source: 'Version shown',
  live: 'Live',
  draft: 'Working copies',
  release: 'Release {number}: {title}',
  scheduledFor: 'Scheduled for {at}: {title}',
})
