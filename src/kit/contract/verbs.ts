/** Verbs of the audit log with an irregular past tense. */
const pasts: Readonly<Record<string, string>> = {
  begin: 'began',
  cancel: 'cancelled',
  choose: 'chose',
  cut: 'cut',
  end: 'ended',
  forget: 'forgot',
  give: 'gave',
  hold: 'held',
  pay: 'paid',
  put: 'put',
  resend: 'resent',
  reset: 'reset',
  send: 'sent',
  set: 'set',
  ship: 'shipped',
  submit: 'submitted',
  take: 'took',
  undo: 'undid',
  withdraw: 'withdrew',
  write: 'wrote',
}

/**
 * An action of the audit log in the past tense, for a history that names people: `request_update` is requested update,
 * `put back` is put back. Its first word is a verb.
 */
export function doneWords(action: string): string {
  const [verb = '', ...rest] = action.replaceAll('_', ' ').split(' ')
  return [pastOf(verb), ...rest].join(' ')
}

function pastOf(verb: string): string {
  const known = pasts[verb]
  if (known) return known
  if (verb.endsWith('e')) return `${verb}d`
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`
}
