import { z } from 'zod'

/**
 * The refusals that may be shown to people, each with its HTTP status and title. Any other error is a fault and is
 * shown as "Something went wrong".
 */
export const refusals = {
  malformed: { status: 400, title: 'Malformed request' },
  unauthenticated: { status: 401, title: 'Sign in first' },
  forbidden: { status: 403, title: 'Not allowed' },
  'step-up-needed': { status: 403, title: 'Confirm your identity' },
  'not-found': { status: 404, title: 'Not found' },
  'wrong-method': { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'Already changed' },
  stale: { status: 412, title: 'Changed by someone else' },
  'too-large': { status: 413, title: 'Too large' },
  'wrong-type': { status: 415, title: 'Type not accepted' },
  invalid: { status: 422, title: 'Fields not accepted' },
  'too-many': { status: 429, title: 'Too many requests' },
  unavailable: { status: 503, title: 'Unavailable for a moment' },
  'no-room': { status: 507, title: 'No room left' },
} as const

export type RefusalCode = keyof typeof refusals

export const FieldError = z.object({
  path: z.string().meta({ description: 'The field, in dotted form: seller.cnic' }),
  code: z.string(),
  message: z.string(),
})
export type FieldError = z.infer<typeof FieldError>

/** How a person confirms their identity; also the path of the field that a refusal asks for. */
export type Proof = 'password' | 'otp'

/** RFC 9457 problem details, with `message` for clients that read no other member. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  message: z.string(),
  request_id: z.string(),
  errors: z.array(FieldError).optional(),
  missing_permission: z.string().optional(),
  results: z.unknown().optional().meta({ description: 'The current record, if it helps to continue' }),
})
export type Problem = z.infer<typeof Problem>

export interface RefusalDetails {
  errors?: FieldError[]
  missingPermission?: string
  /** The current record, included so that the caller can continue from it. */
  current?: unknown
  retryAfterSeconds?: number
  allow?: string[]
}

/**
 * A refusal that the caller is meant to read. May be thrown at any point of a request, after which nothing is stored.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: RefusalDetails

  constructor(code: RefusalCode, message: string, details: RefusalDetails = {}) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }

  get status(): number {
    return refusals[this.code].status
  }
}

/** A refusal shown beside one field, which `path` names in dotted form. */
export function fieldRefusal(path: string, message: string, code: RefusalCode = 'invalid'): Refusal {
  return new Refusal(code, message, { errors: [{ path, code: 'refused', message }] })
}

/** The refusal (invalid) of several fields at once, with the message of the first. */
export function fieldsRefusal(errors: readonly { path: string; message: string }[]): Refusal {
  const refused = errors.map((error): FieldError => ({ ...error, code: 'refused' }))
  return new Refusal('invalid', errors[0]?.message ?? '', { errors: refused })
}

/** The problem document of a refusal, as sent over the wire. */
export function problemOf(refusal: Refusal, requestId: string): Problem {
  const { status, title } = refusals[refusal.code]
  const { errors, missingPermission, current } = refusal.details
  return {
    type: `urn:munshi:${refusal.code}`,
    title,
    status,
    detail: refusal.message,
    message: refusal.message,
    request_id: requestId,
    ...(errors ? { errors } : {}),
    ...(missingPermission ? { missing_permission: missingPermission } : {}),
    ...(current === undefined ? {} : { results: current }),
  }
}
