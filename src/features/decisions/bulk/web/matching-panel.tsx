import { Button } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { texts } from '#features/decisions/texts.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useCan } from '#kit/web/can.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import type { AllOffer } from '#kit/web/list/list-page.tsx'
import { SelectAll } from '#kit/web/list/select-all.tsx'
import { hrefWith, useUrlState } from '#kit/web/list/url-state.ts'
import { screenAtHand } from '#kit/web/screen-at-hand.ts'
import { useToast } from '#kit/web/toast.tsx'
import {
  type DecidedOn,
  type MatchingCalls,
  type MatchingSelection,
  type MatchingVerb,
  verbLabels,
} from './matching-model.ts'

const MatchingDialog = lazyOf(() => import('./matching-dialog.tsx'), 'MatchingDialog')
const MatchingJobDialog = lazyOf(() => import('./matching-job-dialog.tsx'), 'MatchingJobDialog')

/** Offers to select every record that matches the list, with the exact count, and the verbs for all of them. */
export function MatchingAll({
  noun,
  calls,
  verbs,
  labels = {},
  list,
  more,
  onClear,
  ...offer
}: AllOffer & {
  noun: DecidedOn
  calls: MatchingCalls
  verbs: readonly MatchingVerb[]
  /** The labels of what reasons can concern. */
  labels?: Readonly<Record<string, string>>
  list?: string
  /** Further acts on all of them, after the verbs. */
  more?: ((all: MatchingSelection, onDone: () => void) => ReactNode) | undefined
}) {
  const filter = list === undefined ? offer.filter : { ...offer.filter, list }
  return (
    <SelectAll
      {...offer}
      filter={filter}
      count={calls.countMatching}
      acts={(all) => (
        <>
          <MatchingActs noun={noun} calls={calls} verbs={verbs} labels={labels} all={all} onDone={onClear} />
          {more?.(all, onClear)}
        </>
      )}
    />
  )
}

/** What a list offers whose verbs are asked once for all rows: for the selected ones, and for all that match. */
export function matchingOffers({
  list,
  ...acts
}: {
  noun: DecidedOn
  calls: MatchingCalls
  verbs: readonly MatchingVerb[]
  labels?: Readonly<Record<string, string>>
  /** The list, as the calls name it. */
  list: string
}) {
  return {
    bulk: (rows: readonly { id: string }[], onDone: () => void, onHold: (isHeld: boolean) => void) => (
      <MatchingActs
        {...acts}
        all={{ filter: { list, ids: rows.map(({ id }) => id) }, except: [], count: rows.length }}
        onDone={onDone}
        onHold={onHold}
      />
    ),
    bulkAll: (offer: AllOffer) => <MatchingAll {...acts} {...offer} list={list} />,
  }
}

/** The verbs for the selected records, each tried before it is begun as a job. */
function MatchingActs({
  noun,
  calls,
  verbs,
  labels = {},
  all,
  onDone,
  onHold = () => {},
}: {
  noun: DecidedOn
  calls: MatchingCalls
  verbs: readonly MatchingVerb[]
  labels?: Readonly<Record<string, string>>
  all: MatchingSelection
  onDone: () => void
  /** Called when the dialog opens and closes. */
  onHold?: (isHeld: boolean) => void
}) {
  const can = useCan()
  const begun = useBegun()
  const [asking, setAsking] = useState<{ verb: MatchingVerb; all: MatchingSelection } | null>(null)
  const ask = (verb: MatchingVerb | null) => {
    setAsking(verb && { verb, all })
    onHold(verb !== null)
  }
  return (
    <>
      {verbs
        .filter(({ begin }) => can(begin))
        .map((one, index) => (
          <Button
            key={one.verb}
            size="xs"
            variant={index === 0 && one.verb !== 'disable' ? 'filled' : 'default'}
            onClick={() => ask(one)}
          >
            {verbLabels[one.verb]}
          </Button>
        ))}
      {asking && (
        <Suspense fallback={null}>
          <MatchingDialog
            {...asking}
            {...(asking.verb.on ?? { noun, calls })}
            labels={labels}
            onClose={() => ask(null)}
            onBegun={(job) => {
              ask(null)
              onDone()
              begun(job)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Shows a job that has begun on the screen where it was asked for; on another screen, a message leads to it. */
export function useBegun(): (job: string) => void {
  const show = useToast()
  const screen = screenAtHand()
  const { pathname, search } = window.location
  return (job) => {
    if (screen === screenAtHand()) return navigate(hrefWith(pathname, window.location.search, { job }))
    const href = hrefWith(pathname, search, { job })
    show({ message: texts.jobBegun({ link: (words) => <Link href={href}>{words}</Link> }) })
  }
}

/** The job that the address names, with its progress and its way back. */
export function MatchingJob({ refreshes }: { refreshes: Pick<Endpoint, 'path'> }) {
  const [state, change] = useUrlState()
  const job = state.get('job') ?? ''
  if (job === '') return null
  return (
    <Suspense fallback={null}>
      <MatchingJobDialog
        key={job}
        id={job}
        refreshes={refreshes}
        onJob={(next, options) => change({ job: next }, options)}
      />
    </Suspense>
  )
}
