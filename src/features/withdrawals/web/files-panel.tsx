import { Button } from '@mantine/core'
import { fullTimeOf } from '#kit/web/ages.ts'
import { Link } from '#kit/web/link.tsx'
import { Sheet } from '#kit/web/print/sheet.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { Money } from '#kit/web/values.tsx'
import { menuTexts } from '../menu-texts.ts'
import type { PayoutFile, PayoutRun } from '../payout-contract.ts'
import { texts } from '../texts.ts'

/** The versions of a run's bank file, and the payments that the next one does not hold, each with the reason. */
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
          title={texts.notInNextBankFile}
          empty=""
          columns={[
            { title: menuTexts.withdrawal },
            { title: texts.why },
            { title: texts.amount, end: true },
          ]}
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
          title={texts.bankFile}
          empty=""
          columns={[
            { title: texts.version, end: true },
            { title: texts.made },
            { title: texts.payments, end: true },
            { title: texts.total, end: true },
            { title: texts.status },
            { title: texts.download },
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
                  aria-label={texts.downloadVersion({ version: file.version })}
                  onClick={() => onTake(file.version)}
                >
                  {texts.download}
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
  const { replaces } = file
  if (file.version !== newest?.version) {
    return (
      <>
        <StatusMark tone="off">{texts.replacedByVersion({ version: file.version + 1 })}</StatusMark>
        {replaces && <div>{texts.replacesVersion({ replaces })}</div>}
      </>
    )
  }
  return (
    <>
      {file.is_current ? (
        <StatusMark tone="good">{texts.current}</StatusMark>
      ) : run.due.count === 0 ? (
        <StatusMark tone="off">
          {run.waiting === 0 ? texts.nothingLeftToPay : texts.nothingToPayNow}
        </StatusMark>
      ) : (
        <StatusMark tone="waiting">{texts.outOfDateAPayment}</StatusMark>
      )}
      {replaces && <div>{texts.replacesOlder({ replaces })}</div>}
    </>
  )
}
