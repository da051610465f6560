import type { Answer, TestApp, TestPerson } from './app.ts'
import { payableVendor, requestedWithdrawal } from './factories.ts'

/** Payout runs of vendors over HTTP, as a test makes them: whom they pay, their bank files, and what the bank answers. */
export function payoutDesk(app: TestApp, admin: TestPerson) {
  const runs = '/api/admin/vendor-payouts'
  const send = (
    method: string,
    path: string,
    body?: unknown,
    as = admin,
    headers: Record<string, string> = {},
  ) => app.call(method, path, { as, body, headers })
  const must = async (method: string, path: string, body?: unknown) => {
    const answer = await send(method, path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.results
  }
  /** An approved withdrawal, of a vendor of its own unless one is named. */
  const approved = async (amount = '400', given?: Awaited<ReturnType<typeof payableVendor>>) => {
    const vendor = given ?? (await payableVendor({ app, admin }, '1000'))
    const withdrawal = await requestedWithdrawal(app, vendor.id, amount)
    await must('POST', `/api/admin/vendor-withdrawals/${withdrawal.id}/approve`)
    return { vendor, withdrawal }
  }
  const opened = () => must('POST', runs)
  const run = (id: string) => must('GET', `${runs}/${id}`)
  /** A closed run of what waited. */
  const closed = async () => must('POST', `${runs}/${(await opened()).id}/close`)
  const file = (id: string, as = admin) => send('POST', `${runs}/${id}/file`, undefined, as)
  /** A closed run whose bank file was made. */
  const sent = async () => {
    const { id } = await closed()
    const made = await file(id)
    if (made.status !== 200) throw new Error(`no bank file: ${JSON.stringify(made.body)}`)
    return run(id)
  }
  const formOf = (text: string | Buffer) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(Buffer.from(text))]), 'answer.csv')
    return form
  }
  /** What an answer of the bank would do. */
  const check = ({ id }: { id: string }, text: string | Buffer, as = admin): Promise<Answer> =>
    send('POST', `${runs}/${id}/answer/check`, formOf(text), as)
  const book = ({ id }: { id: string }, text: string | Buffer, seen: string, as = admin): Promise<Answer> =>
    send('POST', `${runs}/${id}/answer?seen=${seen}`, formOf(text), as)
  /** An answer of the bank, looked at and booked; the first of the two that refuses. */
  const answer = async (of: { id: string }, text: string | Buffer, as = admin): Promise<Answer> => {
    const looked = await check(of, text, as)
    return looked.status === 200 ? book(of, text, looked.body.results.seen, as) : looked
  }
  /** Undoes a reply of the bank, the first one unless another is named. */
  const undo = ({ id }: { id: string }, reason = 'The wrong file', as = admin, number = 1): Promise<Answer> =>
    send('POST', `${runs}/${id}/answer/undo`, { number, reason }, as)
  return { runs, send, must, approved, opened, run, closed, file, sent, check, book, answer, undo }
}
