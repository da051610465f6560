import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { texts } from './texts.ts'

/** The parts of the shop that have a form. */
const formPlaces = ['footer', 'popup', 'page'] as const

/** The consent text that a form shows. */
export const CurrentConsent = z.object({ version: z.int(), text: z.string() })
export type CurrentConsent = z.infer<typeof CurrentConsent>

export const Subscription = z.strictObject({
  email: z.string().trim().min(1, texts.emailIsRequired).pipe(z.email(texts.notAnEmail).max(320)),
  /** The version of the consent text that the form showed. */
  consent_version: z.int().min(1).max(1_000_000),
  place: z.enum(formPlaces).default('page'),
})
export type Subscription = z.infer<typeof Subscription>

const token = z.string().min(1).max(200)
/** What is said to a reader of news. */
export const Said = z.object({ message: z.string() })

/** What readers of news may do, without an account. */
export const storefrontSubscribers = {
  consent: endpoint({
    method: 'GET',
    path: '/api/storefront/subscribers/consent',
    summary: 'The consent text to show beside a subscription form, with its version',
    access: { kind: 'public', because: texts.consentReason },
    answer: CurrentConsent,
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/api/storefront/subscribers',
    summary: 'Ask for news by e-mail; the answer is the same for every address',
    access: { kind: 'public', because: texts.subscribeReason },
    body: Subscription,
    transactions: 'own',
    answer: Said,
    status: 202,
    refuses: ['too-many'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/storefront/subscribers/confirm',
    summary: 'Confirm a subscription with the link of the confirmation mail, which works for seven days',
    access: { kind: 'public', because: texts.linkReason },
    body: z.strictObject({ token }),
    /** With the token of unsubscribing, for a link beside the answer. */
    answer: Said.extend({ unsubscribe_token: z.string() }),
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/storefront/subscribers/unsubscribe',
    summary: 'Unsubscribe with the link of a group mail, which does not expire',
    access: { kind: 'public', because: texts.linkReason },
    body: z.strictObject({ token }),
    answer: Said,
  }),
  oneClick: endpoint({
    method: 'POST',
    path: '/api/mail/unsubscribe/:token',
    summary: 'Unsubscribe at once, as mail programs do (RFC 8058)',
    access: { kind: 'public', because: texts.linkReason },
    params: z.strictObject({ token }),
    // RFC 8058 prescribes this form.
    takesForm: true,
    body: z.looseObject({ 'List-Unsubscribe': z.string().max(100).optional() }),
    answer: Said,
    refuses: ['not-found'],
  }),
}
