import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listQuery } from '#kit/contract/page.ts'
import { filledParagraph, line } from '#kit/contract/text.ts'
import { texts } from './texts.ts'

/** What a request is: a report from the support button, or feedback of one of three kinds. */
export const requestKinds = ['report', 'idea', 'praise', 'problem'] as const
export type RequestKind = (typeof requestKinds)[number]
export const feedbackKinds = ['idea', 'praise', 'problem'] as const satisfies readonly RequestKind[]

export const requestStatuses = ['open', 'answered', 'closed'] as const
export type RequestStatus = (typeof requestStatuses)[number]

/** Allowed status changes: each verb with its source states and its target state. The UPDATE's WHERE enforces this table. */
export const requestMoves = {
  /** The support desk writes. */
  answer: { from: ['open', 'answered'], to: 'answered' },
  /** The author writes, which also reopens a closed request. */
  reply: { from: ['open', 'answered', 'closed'], to: 'open' },
  close: { from: ['open', 'answered'], to: 'closed' },
  reopen: { from: ['closed'], to: 'open' },
} as const satisfies Record<string, { from: readonly RequestStatus[]; to: RequestStatus }>

/** From very unhappy to very happy. */
export const moods = [1, 2, 3, 4, 5] as const

export const requestLimits = {
  /** The number of requests that a person may send on a day of Asia/Karachi. */
  perDay: 20,
  files: 5,
  fileBytes: 10 * 1024 * 1024,
  /** The number of files that a person may have uploaded without sending them. */
  waitingFiles: 30,
  textLength: 5_000,
  entries: 500,
} as const

/** The accepted types of files, as a file dialog takes them. */
export const acceptedFiles = '.png,.jpg,.jpeg,.webp,.gif,.avif,.pdf,.xlsx,.csv,.txt,.log'

/** The number as people read it: R-1001. */
export function requestNumber(number: number): string {
  return `R-${number}`
}

const Person = z.object({ id: z.uuid(), name: z.string() })

export const SupportFile = z.object({
  id: z.uuid(),
  name: z.string(),
  media_type: z.string(),
  bytes: z.int(),
  is_screenshot: z.boolean(),
})
export type SupportFile = z.infer<typeof SupportFile>

/** What somebody wrote after the request itself. */
export const SupportEntry = z.object({
  id: z.uuid(),
  author: Person,
  side: z.enum(['author', 'desk']),
  via: z.enum(['screen', 'mail']),
  text: z.string(),
  files: z.array(SupportFile),
  created_at: z.string(),
})
export type SupportEntry = z.infer<typeof SupportEntry>

const rowFields = {
  id: z.uuid(),
  number: z.string(),
  kind: z.enum(requestKinds),
  status: z.enum(requestStatuses),
  /** The beginning of the text. */
  excerpt: z.string(),
  mood: z.int().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
}
const detailFields = {
  text: z.string(),
  screen: z.string(),
  closed_at: z.string().nullable(),
  /** The files of the request itself; each entry has its own. */
  files: z.array(SupportFile),
  entries: z.array(SupportEntry),
}

/** A request as its author sees it. */
export const MyRequest = z.object(rowFields)
export type MyRequest = z.infer<typeof MyRequest>
export const MyRequestDetail = z.object({ ...rowFields, ...detailFields })
export type MyRequestDetail = z.infer<typeof MyRequestDetail>

const deskFields = {
  author: Person,
  /** Who takes care of the request; null if nobody does. */
  assignee: Person.nullable(),
  version: z.int(),
}
export const DeskRequest = z.object({ ...rowFields, ...deskFields })
export type DeskRequest = z.infer<typeof DeskRequest>
export const DeskRequestDetail = z.object({
  ...rowFields,
  ...detailFields,
  ...deskFields,
  author_email: z.string(),
  last_request_id: z.string(),
  browser: z.string(),
})
export type DeskRequestDetail = z.infer<typeof DeskRequestDetail>

const text = filledParagraph(requestLimits.textLength, texts.writeSomethingFirst)
const file_ids = z
  .array(z.uuid())
  .max(requestLimits.files, texts.atMostFiles({ most: requestLimits.files }))
  .refine((ids) => new Set(ids).size === ids.length, texts.filesRepeat)
  .default([])

export const RequestDraft = z.strictObject({
  kind: z.enum(requestKinds),
  text,
  screen: line(300).default(''),
  last_request_id: line(100).default(''),
  mood: z.int().min(1).max(5).nullable().default(null),
  screenshot_id: z.uuid().nullable().default(null),
  file_ids,
})
export const EntryDraft = z.strictObject({ text, file_ids })

const id = z.strictObject({ id: z.uuid() })
const ofFile = z.strictObject({ id: z.uuid(), file_id: z.uuid() })
const signedIn = { kind: 'signed-in' } as const
const mine = '/api/account/support'

/** What every signed-in person may do: send requests, and read and answer their own. */
export const support = {
  list: endpoint({
    method: 'GET',
    path: `${mine}/requests`,
    summary: 'Your own requests',
    access: signedIn,
    query: listQuery(['-updated_at'], { status: z.enum(requestStatuses).optional() }).omit({ q: true }),
    layout: 'page',
    answer: MyRequest,
  }),
  get: endpoint({
    method: 'GET',
    path: `${mine}/requests/:id`,
    summary: 'One of your own requests with its answers',
    access: signedIn,
    params: id,
    answer: MyRequestDetail,
    refuses: ['not-found'],
  }),
  submit: endpoint({
    method: 'POST',
    path: `${mine}/requests`,
    summary: 'Report a problem or send feedback, with files that were uploaded before; at most 20 a day',
    access: signedIn,
    body: RequestDraft,
    answer: MyRequestDetail,
    status: 201,
    refuses: ['too-many'],
  }),
  reply: endpoint({
    method: 'POST',
    path: `${mine}/requests/:id/replies`,
    summary: 'Write again in one of your own requests; a closed one opens again',
    access: signedIn,
    params: id,
    /** The id is made by the form: the same reply again is the same entry, whether its first answer arrived or not. */
    body: EntryDraft.extend({ entry_id: z.uuidv7().toLowerCase().optional() }),
    answer: MyRequestDetail,
    status: 201,
    refuses: ['not-found', 'conflict'],
  }),
  upload: endpoint({
    method: 'POST',
    path: `${mine}/files`,
    summary:
      'Upload a picture, PDF, XLSX, CSV or text file for a request or an answer, as one multipart part named file. It is deleted after a day unless it is sent',
    access: signedIn,
    query: z.strictObject({ name: line(200).default('') }),
    upload: { maxBytes: requestLimits.fileBytes },
    transactions: 'own',
    answer: SupportFile,
    status: 201,
    refuses: ['too-many'],
  }),
  discard: endpoint({
    method: 'DELETE',
    path: `${mine}/files/:id`,
    summary: 'Delete a file that you uploaded and did not send',
    access: signedIn,
    params: id,
    layout: 'none',
    status: 204,
    refuses: ['not-found'],
  }),
  file: endpoint({
    method: 'GET',
    path: `${mine}/requests/:id/files/:file_id`,
    summary: 'A file of one of your own requests',
    access: signedIn,
    params: ofFile,
    layout: 'bytes',
    refuses: ['not-found'],
  }),
}

const desk = '/api/admin/support'
const view = grants('Support', 'view')
const act = grants('Support', 'act')

/** The support desk: everybody's requests. */
export const supportDesk = {
  list: endpoint({
    method: 'GET',
    path: desk,
    summary: 'The requests of all staff',
    access: view,
    query: listQuery(['-updated_at', '-created_at'], {
      status: z.enum(requestStatuses).optional(),
      kind: z.enum(requestKinds).optional(),
      /** The id of a person, or one of two words. */
      assignee: z.union([z.enum(['me', 'nobody']), z.uuid()]).optional(),
    }),
    layout: 'page',
    answer: DeskRequest,
  }),
  count: endpoint({
    method: 'GET',
    path: `${desk}/count`,
    summary: 'The number of requests in each status',
    access: view,
    answer: z.object({ open: z.int(), answered: z.int(), closed: z.int() }),
  }),
  handlers: endpoint({
    method: 'GET',
    path: `${desk}/handlers`,
    summary: 'The active people who may answer requests',
    access: view,
    answer: z.array(Person),
  }),
  get: endpoint({
    method: 'GET',
    path: `${desk}/:id`,
    summary: 'One request with its answers',
    access: view,
    params: id,
    answer: DeskRequestDetail,
    refuses: ['not-found'],
  }),
  answer: endpoint({
    method: 'POST',
    path: `${desk}/:id/answers`,
    summary: 'Answer a request; the answer is also sent to its author by mail',
    access: act,
    params: id,
    body: EntryDraft,
    answer: DeskRequestDetail,
    status: 201,
    conditional: true,
    refuses: ['not-found', 'conflict', 'stale'],
  }),
  close: endpoint({
    method: 'POST',
    path: `${desk}/:id/close`,
    summary: 'Close a request',
    access: act,
    params: id,
    answer: DeskRequestDetail,
    conditional: true,
    refuses: ['not-found', 'conflict', 'stale'],
  }),
  reopen: endpoint({
    method: 'POST',
    path: `${desk}/:id/reopen`,
    summary: 'Open a closed request again',
    access: act,
    params: id,
    answer: DeskRequestDetail,
    conditional: true,
    refuses: ['not-found', 'conflict', 'stale'],
  }),
  assign: endpoint({
    method: 'POST',
    path: `${desk}/:id/assign`,
    summary: 'Assign a request to somebody who may answer it, or to nobody',
    access: act,
    params: id,
    body: z.strictObject({ person_id: z.uuid().nullable() }),
    answer: DeskRequestDetail,
    conditional: true,
    refuses: ['not-found', 'stale'],
  }),
  file: endpoint({
    method: 'GET',
    path: `${desk}/:id/files/:file_id`,
    summary: 'A file of a request',
    access: view,
    params: ofFile,
    layout: 'bytes',
    refuses: ['not-found'],
  }),
}
