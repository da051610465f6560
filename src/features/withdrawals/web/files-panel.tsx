import { Button } from '@mantine/core'
import { fullTimeOf } from '#kit/contract/words.ts'
import { Link } from '#kit/web/link.tsx'
import { Sheet } from '#kit/web/print/sheet.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { Money } from '#kit/web/values.tsx'
import type { PayoutFile, PayoutRun } from '../payout-contract.ts'

/** The versions of a run's bank file, and the payments missing from the newest. */
export function FilesPanel({
  run,
  hrefOf,
  onTake,
}: {
  run: PayoutRun
  hrefOf: (withdrawalId: string) => string
  /** Downloads a version unchanged; null without permission. */
  onTake: ((version: number) => void) | null
}) {
  const newest = run.files[0]?.version
  return (
    <>
      {run.left_out.length > 0 && (
        <Sheet
          title="Left out of the bank file"
          empty=""
          columns={[{ title: 'Withdrawal' }, { title: 'Why' }, { title: 'Amount', end: true }]}
          rows={run.left_out.map((line) => ({
            key: line.withdrawal_id,
            cells: [
              <Link key="number" href={hrefOf(line.withdrawal_id)}>
                <bdi dir="ltr">{line.reference}</bdi>
              </Link>,
              line.why,
              <Money key="amount" rupees={line.amount} />,
            ],
          }))}
        />
      )}
      {run.files.length > 0 && (
        <Sheet
          title="Bank file"
          empty=""
          columns={[
            { title: 'Version', end: true },
            { title: 'Made' },
            { title: 'Payments', end: true },
            { title: 'Total', end: true },
            { title: 'Status' },
            { title: 'Download' },
          ]}
          rows={run.files.map((file) => ({
            key: String(file.version),
            isQuiet: file.version !== newest,
            cells: [
              file.version,
              `${file.made_by_name}, ${fullTimeOf(file.made_at)}`,
              file.count,
              <Money key="total" rupees={file.total} />,
              <FileStatus key="status" file={file} run={run} />,
              onTake && (
                <Button
                  key="take"
                  size="compact-xs"
                  variant="subtle"
                  aria-label={`Download version ${file.version}`}
                  onClick={() => onTake(file.version)}
                >
                  Download
                </Button>
              ),
            ],
          }))}
        />
      )}
    </>
  )
}

function FileStatus({ file, run }: { file: PayoutFile; run: PayoutRun }) {
  const newest = run.files[0]
  const replaces = file.replaces ? `Replaces version ${file.replaces}` : ''
  if (file.version !== newest?.version) {
    return (
      <>
        <StatusMark tone="off">Replaced by version {file.version + 1}</StatusMark>
        {replaces && <div>{replaces}</div>}
      </>
    )
  }
  return (
    <>
      {file.is_current ? (
        <StatusMark tone="good">Current</StatusMark>
      ) : run.waiting === 0 ? (
        <StatusMark tone="off">Nothing left to pay</StatusMark>
      ) : (
        <StatusMark tone="waiting">Out of date: a payment changed since</StatusMark>
      )}
      {replaces && <div>{replaces}. Do not send the older one.</div>}
    </>
  )
}
