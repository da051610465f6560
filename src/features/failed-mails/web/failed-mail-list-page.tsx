import { kindChoices, nameOfKind } from '#features/letters/web/kind-panel.tsx'
import { recentMomentOf } from '#kit/contract/words.ts'
import { fullTimeOf } from '#kit/web/ages.ts'
import { useCan } from '#kit/web/can.tsx'
import { Link } from '#kit/web/link.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { useMayOpen } from '#kit/web/record-screens.ts'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { Ago, Cut, Email, None } from '#kit/web/values.tsx'
import { type FailedMail, failedMailKinds, failedMails } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { hintOf, meaningOf } from './reason-model.ts'
import { ResendOne, ResendSelected } from './resend-panel.tsx'

/** Failed mails: everything that could not be sent, with why, and how it is sent again. */
export function FailedMailListPage() {
  const can = useCan()
  const mayOpen = useMayOpen()
  const [state] = useUrlState()
  const isRetrying = state.get('state') === 'retrying'
  const hrefOf = ({ path }: FailedMail) => (path && mayOpen(path) ? path : '')
  return (
    <ListPage
      title={menuTexts.failedMails}
      endpoint={failedMails.list}
      tabs={{
        name: 'state',
        items: [
          { value: 'failed', label: texts.failed, count: null },
          { value: 'retrying', label: texts.retrying, count: null },
        ],
      }}
      filters={[{ name: 'kind', label: texts.kind, options: kindChoices(failedMailKinds) }]}
      defaultSort="-send_at"
      hrefOf={hrefOf}
      nameOf={nameOf}
      what={texts.theFailedMails}
      empty={
        isRetrying
          ? { title: texts.noRetrying, text: texts.noRetryingText, isOfTab: true }
          : { title: texts.noFailed, text: texts.noFailedText }
      }
      columns={columnsOf(hrefOf, isRetrying)}
      {...(can(failedMails.resend) && !isRetrying
        ? {
            bulk: (rows: FailedMail[], clear: () => void, hold: (isHeld: boolean) => void) => (
              <ResendSelected rows={rows} onDone={clear} onHold={hold} />
            ),
          }
        : {})}
    />
  )
}

function nameOf({ kind, name, recipient }: FailedMail): string {
  return texts.mailOfKind({ kind: nameOfKind(kind), name: name || recipient || texts.withheld })
}

function columnsOf(hrefOf: (row: FailedMail) => string, isRetrying: boolean): Column<FailedMail>[] {
  return [
    { key: 'to', title: texts.to, minWidth: 150, cell: (row) => <Reader row={row} href={hrefOf(row)} /> },
    {
      key: 'kind',
      title: texts.kind,
      minWidth: 140,
      onPhone: 'fact',
      cell: ({ kind }) => <Cut>{nameOfKind(kind)}</Cut>,
    },
    { key: 'why', title: texts.why, minWidth: 210, onPhone: 'line', cell: (row) => <Why row={row} /> },
    { key: 'attempts', title: texts.attempts, width: 88, align: 'end', cell: ({ attempts }) => attempts },
    {
      key: 'send_at',
      title: isRetrying ? texts.nextAttempt : texts.when,
      sortable: true,
      width: 112,
      onPhone: 'fact',
      cell: (row) => <When row={row} />,
    },
    { key: 'state', title: texts.state, width: 110, cell: (row) => <State row={row} /> },
    {
      key: 'again',
      title: texts.sendAgain,
      minWidth: 130,
      onPhone: 'action',
      cell: (row) => <Again row={row} />,
    },
    {
      key: 'email',
      title: texts.email,
      minWidth: 200,
      cell: ({ recipient }) => (recipient ? <Email address={recipient} /> : <None title={texts.withheld} />),
    },
  ]
}

function Reader({ row: { name, recipient }, href }: { row: FailedMail; href: string }) {
  // Who was written to has no name there, or one that this reader may not see, with the address.
  if (!name) return recipient ? <Cut>{recipient}</Cut> : <None title={texts.withheld} />
  if (!href) return <Cut>{name}</Cut>
  return (
    <Link href={href} dir="auto" title={name}>
      {name}
    </Link>
  )
}

/** In plain words, with those of the mail server where the pointer rests. */
function Why({ row: { last_error } }: { row: FailedMail }) {
  return <span title={last_error}>{meaningOf(last_error)}</span>
}

/** When the mail failed, or when it is tried next. */
function When({ row: { state, send_at } }: { row: FailedMail }) {
  if (state === 'failed') return <Ago at={send_at} />
  return (
    <time dateTime={send_at} title={fullTimeOf(send_at)}>
      {recentMomentOf(send_at)}
    </time>
  )
}

function State({ row: { state, again } }: { row: FailedMail }) {
  if (state === 'retrying') return <StatusMark tone="waiting">{texts.retrying}</StatusMark>
  if (again === 'replaced') return <StatusMark tone="off">{texts.replaced}</StatusMark>
  return <StatusMark tone="refused">{texts.failed}</StatusMark>
}

function Again({ row }: { row: FailedMail }) {
  return row.again === 'yes' ? <ResendOne row={row} name={nameOf(row)} /> : <Cut>{hintOf(row)}</Cut>
}
