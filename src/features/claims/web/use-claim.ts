import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { useCall } from '#kit/web/client.tsx'
import { type Claim, type ClaimKind, claims } from '../contract.ts'

/** A record that is only passed is not claimed. */
const openForMs = 400
const renewEveryMs = 60_000
/** The lease goes on as long as the person does something. */
const activeForMs = 3 * 60_000

/** Claims and releases of one record in their order, whatever the network does. */
const underWay = new Map<string, Promise<unknown>>()
function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const turn = (underWay.get(key) ?? Promise.resolve()).then(work, work)
  const settled = turn.catch(() => {})
  underWay.set(key, settled)
  void settled.then(() => underWay.get(key) === settled && underWay.delete(key))
  return turn
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
    inTurn(`${kind} ${id}`, () => call(calls.claim, { id, takes_over }, { asks: false })).then((claim) => {
      queries.setQueryData(key, claim)
      return claim
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record is what is claimed anew
  useEffect(() => {
    if (!isActive) return
    let isClaimed = false
    const claim = () => {
      isClaimed = true
      void send(false).catch(() => {})
    }
    const renew = () => {
      if (Date.now() - activeAt.current < activeForMs) claim()
    }
    const release = () => {
      if (!isClaimed) return
      isClaimed = false
      // The call outlives the page.
      void inTurn(`${kind} ${id}`, () => call(calls.release, { id }, { asks: false })).catch(() => {})
    }
    const act = () => {
      activeAt.current = Date.now()
    }
    act()
    const opening = setTimeout(claim, openForMs)
    const renewing = setInterval(renew, renewEveryMs)
    for (const event of ['keydown', 'pointermove']) addEventListener(event, act, { passive: true })
    addEventListener('pagehide', release)
    return () => {
      clearTimeout(opening)
      clearInterval(renewing)
      for (const event of ['keydown', 'pointermove']) removeEventListener(event, act)
      removeEventListener('pagehide', release)
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
      queries.setQueryData(key, await call(calls.assign, { id, person_id }))
    },
    reviewers: calls.reviewers,
  }
}

export type Claiming = ReturnType<typeof useClaim>
