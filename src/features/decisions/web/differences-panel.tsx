import { NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { dayOf } from '#kit/contract/words.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { type ComparedField, Comparison, type Formats } from '#kit/web/record/comparison.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import type { SubmissionDifference } from '../difference-contract.ts'
import { texts } from '../texts.ts'
import classes from './differences-panel.module.css'

/** A picture or document of a submission, drawn by the noun that knows how. */
export type DrawPicture = (picture: { recordId: string; path: string; id: string }) => ReactNode

/**
 * What differs between two submissions, pictures included: at first the last one and the one that was decided on last.
 * What that decision asked for is marked.
 */
export function DifferencesPanel({
  id,
  call,
  first,
  number,
  asked,
  labels,
  formats,
  draw,
}: {
  id: string
  call: Endpoint
  /** The fields of these two submissions, which are known with the record. */
  first: readonly ComparedField[]
  number: number
  /** The paths of what was asked for. */
  asked: readonly string[]
  labels: Readonly<Record<string, string>>
  formats: Formats
  draw: DrawPicture
}) {
  const [chosen, setChosen] = useState<{ from?: number; to?: number }>({})
  const read = useEndpoint(call, { id, ...chosen } as never)
  const found = read.data as SubmissionDifference | undefined
  const fields = found ? rowsOf(found, (path, one) => draw({ recordId: id, path, id: one })) : first
  const choose = (side: typeof chosen) =>
    setChosen({ ...(found && { from: found.from, to: found.to }), ...chosen, ...side })
  const marked = { ...labels }
  for (const path of asked) marked[path] = texts.requestedField({ field: labels[path] ?? path })
  return (
    <SideCard title={texts.changedWithSubmission({ submissionNumber: found?.to ?? number })}>
      <div className={classes.choice}>
        <NativeSelect
          size="xs"
          label={texts.compareFrom}
          {...sideOf(found, found?.from, (one) => one < (found?.to ?? 0))}
          onChange={(event) => choose({ from: Number(event.currentTarget.value) })}
        />
        <NativeSelect
          size="xs"
          label={texts.compareTo}
          {...sideOf(found, found?.to, (one) => one > (found?.from ?? 0))}
          onChange={(event) => choose({ to: Number(event.currentTarget.value) })}
        />
      </div>
      <ReadFailure of={read} what={texts.differencesFailed} />
      {fields.length > 0 ? (
        <Comparison fields={fields} labels={marked} formats={formats} />
      ) : (
        <p className={classes.same}>{found ? texts.sameContent : texts.loading}</p>
      )}
    </SideCard>
  )
}

/** The submissions that a side can be: the earlier one is before the later one. */
function sideOf(
  found: SubmissionDifference | undefined,
  chosen: number | undefined,
  fits: (number: number) => boolean,
) {
  const data = (found?.submissions ?? [])
    .filter(({ number }) => fits(number))
    .map(({ number, created_at }) => ({
      value: String(number),
      label: texts.submissionOf({ number, day: dayOf(created_at) }),
    }))
  return { disabled: !found, value: String(chosen ?? ''), data }
}

function rowsOf(
  { fields, pictures }: SubmissionDifference,
  draw: (path: string, id: string) => ReactNode,
): ComparedField[] {
  const side = (path: string, ids: readonly string[]) => (
    <div className={classes.pictures}>
      {ids.map((id) => (
        <span key={id}>{draw(path, id)}</span>
      ))}
    </div>
  )
  return [
    ...fields,
    ...pictures.map(({ path, before, after }) => ({
      path,
      before: before.length > 0 ? texts.pictureCount({ count: before.length }) : '',
      after: after.length > 0 ? texts.pictureCount({ count: after.length }) : '',
      drawn: { before: side(path, before), after: side(path, after) },
    })),
  ]
}
