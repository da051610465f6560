import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, use, useEffect, useRef, useState } from 'react'
import { ageOf } from '#kit/web/ages.ts'
import { useCan } from '#kit/web/can.tsx'
import { useCall, useEndpoint } from '#kit/web/client.tsx'
import { outcomeOf } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { ReviewChoiceContext } from '#kit/web/queue/queue-store.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type Claim, type ClaimKind, claims } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './claim-panel.module.css'

const ConfirmDialog = lazyOf(() => import('#kit/web/dialog/confirm-dialog.tsx'), 'ConfirmDialog')

/** Who is reviewing the record and who was asked to; its height is the same while that is read. */
export function ClaimPanel({ id, claiming }: { id: string; claiming: Claiming }) {
  const { claim, isActive, heldBy, takeOver, reviewers } = claiming
  /** The name of who is asked about; empty while nothing is asked. */
  const [asked, setAsked] = useState('')
  const { goesOn, setGoesOn } = use(ReviewChoiceContext)
  const people = useEndpoint(reviewers, { id }, { enabled: isActive })
  const assignee = claim?.assignee
  const { assigned, assign } = useAssignee(id, claiming)
  if (!isActive) return null
  const options = [...(people.data ?? [])]
  if (assignee && !options.some((one) => one.id === assignee.id)) options.push(assignee)
  return (
    <SideCard title={texts.review}>
      <div className={classes.claim}>
        <div className={classes.state} role="status">
          {claim && (
            <span>
              {heldBy
                ? texts.isReviewing({ name: heldBy, age: ageOf(claim.since ?? '') })
                : claim.is_mine
                  ? texts.youReview
                  : texts.nobody}
            </span>
          )}
          {heldBy && (
            <Button size="compact-sm" variant="default" onClick={() => setAsked(heldBy)}>
              {texts.takeOver}
            </Button>
          )}
        </div>
        <ReadFailure of={people} what={texts.reviewersNotLoaded} />
        <NativeSelect
          size="xs"
          label={texts.assignee}
          value={assigned}
          onChange={(event) => assign(event.currentTarget.value)}
          data={[
            { value: '', label: texts.anybody },
            ...options.map((one) => ({ value: one.id, label: one.name })),
          ]}
        />
        <Checkbox
          size="xs"
          label={texts.goesOn}
          checked={goesOn}
          onChange={(event) => setGoesOn(event.currentTarget.checked)}
        />
      </div>
      {asked && <TakeOver name={asked} takeOver={takeOver} onClose={() => setAsked('')} />}
    </SideCard>
  )
}

/** Asks before a review is taken over; what refuses it is said in the dialog. */
function TakeOver({
  name,
  takeOver,
  onClose,
}: {
  name: string
  takeOver: () => Promise<unknown>
  onClose: () => void
}) {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const send = async () => {
    setPending(true)
    setError(null)
    try {
      await takeOver()
      onClose()
    } catch (failure) {
      setError(failure as Error)
      setPending(false)
    }
  }
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        title={texts.takeOverQuestion}
        action={texts.takeOver}
        isDangerous={false}
        isPending={isPending}
        error={error}
        onClose={onClose}
        onConfirm={() => void send()}
      >
        {texts.takeOverText({ name })}
      </ConfirmDialog>
    </Suspense>
  )
}

/** Who is asked to review the record, as last chosen, and the choice of somebody else; '' is anybody. */
function useAssignee(id: string, { claim, assign, readAgain }: Claiming) {
  const show = useToast()
  // What was chosen last is shown until it is answered, or the field would jump back meanwhile.
  const [wish, setWish] = useState<{ id: string; person: string } | null>(null)
  const choose = async (person: string) => {
    const own = { id, person }
    setWish(own)
    try {
      await assign(person || null)
    } catch (error) {
      const { isCertain, what } = outcomeOf(error)
      const message = isCertain
        ? texts.notAssigned({ message: (error as Error).message })
        : `${texts.assignee}: ${what}`
      show({ message, tone: 'refused' })
      await readAgain()
    }
    setWish((last) => (last === own ? null : last))
  }
  return {
    assigned: wish?.id === id ? wish.person : (claim?.assignee?.id ?? ''),
    assign: (person: string) => void choose(person),
  }
}

/** Beside the title: the other person who is reviewing the record. */
export function ClaimMark({ claiming: { claim, heldBy } }: { claiming: Claiming }) {
  if (!heldBy) return null
  return (
    <StatusMark tone="info">{texts.isReviewing({ name: heldBy, age: ageOf(claim?.since ?? '') })}</StatusMark>
  )
}

/** Asks before a decision on a record that another person is reviewing. */
function DecideAnyway({
  name,
  onClose,
  onConfirm,
}: {
  name: string
  onClose: () => void
  onConfirm: () => void
}) {
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        title={texts.decideQuestion({ name })}
        action={texts.decideAnyway}
        isDangerous={false}
        onClose={onClose}
        onConfirm={onConfirm}
      >
        {texts.decideText({ name })}
      </ConfirmDialog>
    </Suspense>
  )
}

/** A record that is only passed is not claimed. */
const openForMs = 400
const renewEveryMs = 60_000
/** The lease goes on as long as the person does something. */
const activeForMs = 3 * 60_000

/** Claims, releases and assignments of one record in their order, whatever the network does. */
const underWay = new Map<string, Promise<unknown>>()
function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const turn = (underWay.get(key) ?? Promise.resolve()).then(work, work)
  const settled = turn.catch(() => {})
  underWay.set(key, settled)
  void settled.then(() => underWay.get(key) === settled && underWay.delete(key))
  return turn
}

const releasesOf = (kind: ClaimKind, id: string) => `munshi-released-${kind}-${id}`

/** Tells the tabs of this browser that a record was released. */
function tellReleased(kind: ClaimKind, id: string): void {
  const channel = new BroadcastChannel(releasesOf(kind, id))
  channel.postMessage(null)
  channel.close()
}

/**
 * Claims the record that is open as long as somebody works on it, and releases it when they leave. Without the right to
 * decide, and for a record that waits for nothing (`isOn`), nothing is claimed.
 */
export function useClaim(kind: ClaimKind, id: string, isOn: boolean) {
  const call = useCall()
  const queries = useQueryClient()
  const calls = claims[kind]
  const can = useCan()
  const isActive = isOn && can(calls.claim)
  const key = ['claim', kind, id]
  const found = useQuery<Claim>({ queryKey: key, enabled: false, queryFn: () => call(calls.read, { id }) })
  const activeAt = useRef(Date.now())
  const send = (takes_over: boolean) =>
    inTurn(`${kind} ${id}`, () => call(calls.claim, { id, takes_over }, { asks: takes_over })).then(
      (claim) => {
        queries.setQueryData(key, claim)
        return claim
      },
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record is claimed again
  useEffect(() => {
    if (!isActive) return
    let isClaimed = false
    const claim = () => {
      isClaimed = true
      void send(false).catch(() => {})
    }
    const renew = () => {
      if (Date.now() - activeAt.current < activeForMs) claim()
      // Nobody is at this screen: what it says of the claim stays true.
      else void found.refetch()
    }
    const release = () => {
      if (!isClaimed) return
      isClaimed = false
      // The call outlives the page.
      const released = inTurn(`${kind} ${id}`, () => call(calls.release, { id }, { asks: false }))
      void released.catch(() => {}).then(() => tellReleased(kind, id))
    }
    const leave = () => {
      if (!isClaimed) return
      release()
      // What comes after the answer does not outlive the page.
      tellReleased(kind, id)
    }
    // A claim is of a person: another tab of theirs that leaves the record releases what is reviewed here.
    const others = new BroadcastChannel(releasesOf(kind, id))
    let again: ReturnType<typeof setTimeout> | undefined
    others.onmessage = () => {
      clearTimeout(again)
      if (isClaimed) again = setTimeout(renew, openForMs)
    }
    const act = () => {
      activeAt.current = Date.now()
    }
    act()
    const opening = setTimeout(claim, openForMs)
    const renewing = setInterval(renew, renewEveryMs)
    for (const event of ['keydown', 'pointermove']) addEventListener(event, act, { passive: true })
    addEventListener('pagehide', leave)
    return () => {
      others.close()
      clearTimeout(again)
      clearTimeout(opening)
      clearInterval(renewing)
      for (const event of ['keydown', 'pointermove']) removeEventListener(event, act)
      removeEventListener('pagehide', leave)
      release()
    }
  }, [kind, id, isActive])
  const claim = isActive ? (found.data ?? null) : null
  return {
    claim,
    isActive,
    /** The name of the other person who is reviewing the record; empty if nobody is. */
    heldBy: claim?.by && !claim.is_mine ? claim.by.name : '',
    takeOver: () => send(true),
    assign: async (person_id: string | null) => {
      const assigned = await inTurn(`${kind} ${id}`, () => call(calls.assign, { id, person_id }))
      queries.setQueryData(key, assigned)
    },
    /** Reads who is reviewing the record and who was asked to; it never fails. */
    readAgain: () => found.refetch(),
    reviewers: calls.reviewers,
  }
}

export type Claiming = ReturnType<typeof useClaim>

/** Claims a record while it is open, and asks before what another person holds is decided. */
export function useUnlessHeld(kind: ClaimKind, id: string, isOn = true) {
  const claiming = useClaim(kind, id, isOn)
  /** What is decided although another person is reviewing the record; null while that is not asked. */
  const [anyway, setAnyway] = useState<{ go: () => void; name: string } | null>(null)
  return {
    claiming,
    unlessHeld: (go: () => void) => (claiming.heldBy ? setAnyway({ go, name: claiming.heldBy }) : go()),
    question: anyway && (
      <DecideAnyway
        name={anyway.name}
        onClose={() => setAnyway(null)}
        onConfirm={() => {
          setAnyway(null)
          void claiming.takeOver().catch(() => {})
          anyway.go()
        }}
      />
    ),
  }
}
