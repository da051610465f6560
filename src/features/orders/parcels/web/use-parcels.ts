import { useEffect, useRef, useState } from 'react'
import { ApiRefusal, useCall, useRefresh } from '#kit/web/client.tsx'
import { readCurrentUser } from '#kit/web/current-user.ts'
import { useToast } from '#kit/web/toast.tsx'
import { parcels as calls, mostTrackingRows, type TrackingOutcome, type TrackingRow } from '../contract.ts'
import { texts } from '../texts.ts'
import type { Parcel } from './parcel-model.ts'

const checkAfterMs = 250
/** A check that had no answer is tried again by itself. */
const tryAgainMs = 5_000
/** Of this person alone: somebody else who signs in in this tab must not ship them. */
const kept = () => `munshi-parcels:${readCurrentUser()?.id ?? ''}`

/** The parcels of the screen: each is checked soon after it is added, and all that are ready are shipped at once. */
export function useParcels(courier: string) {
  const call = useCall()
  const refresh = useRefresh()
  const show = useToast()
  const [parcels, setParcels] = useState<readonly Parcel[]>(readKept)
  const [checkError, setCheckError] = useState<Error | null>(null)
  /** Stays until the parcels are shipped again: a check that succeeds says nothing about it. */
  const [shipError, setShipError] = useState<Error | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [isShipping, setShipping] = useState(false)
  // An answer about an older list is dropped.
  const asked = useRef(0)
  const open = parcels.filter(({ outcome }) => outcome?.outcome !== 'done')
  const openKey = JSON.stringify([courier, open.map(rowOf)])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows and the courier are what is checked
  useEffect(() => {
    keep(open)
    const rows = inOrder(open)
    if (rows.length === 0) setCheckError(null)
    if (rows.length === 0 || isShipping) return
    asked.current += 1
    const own = asked.current
    let again: ReturnType<typeof setTimeout>
    const timer = setTimeout(() => {
      call(calls.check, { courier, rows: rows.map(rowOf) }).then(
        (outcomes) => {
          if (asked.current !== own) return
          setCheckError(null)
          setParcels((before) => withOutcomes(before, rows, outcomes))
        },
        (failure: Error) => {
          if (asked.current !== own) return
          setCheckError(failure)
          if (!(failure instanceof ApiRefusal)) again = setTimeout(() => setAttempt(attempt + 1), tryAgainMs)
        },
      )
    }, checkAfterMs)
    return () => {
      clearTimeout(timer)
      clearTimeout(again)
    }
  }, [openKey, isShipping, attempt])

  const add = (rows: readonly TrackingRow[]) => {
    const left = Math.max(0, mostTrackingRows - open.length)
    if (rows.length > left) {
      show({
        message: texts.tooMany({ most: mostTrackingRows, left: rows.length - left }),
        tone: 'refused',
      })
    }
    const added = rows.slice(0, left).map((row) => ({ ...row, key: crypto.randomUUID(), outcome: null }))
    setParcels((before) => [...added.toReversed(), ...before])
  }
  const ship = async () => {
    const rows = inOrder(open.filter(({ outcome }) => outcome?.outcome === 'ready'))
    asked.current += 1
    setShipping(true)
    setShipError(null)
    try {
      const outcomes = await call(calls.track, { courier, rows: rows.map(rowOf) })
      setParcels((before) => withOutcomes(before, rows, outcomes))
      show({
        message: texts.shippedParcels({ count: outcomes.filter(({ outcome }) => outcome === 'done').length }),
      })
    } catch (failure) {
      setShipError(failure as Error)
    }
    setShipping(false)
    void refresh(calls.track)
  }
  return {
    parcels,
    error: shipError ?? checkError,
    isShipping,
    add,
    ship: () => void ship(),
    remove: (key: string) => setParcels((before) => before.filter((parcel) => parcel.key !== key)),
    removeAll: () => {
      setParcels([])
      setShipError(null)
      show({
        message: texts.removedParcels({ count: parcels.length }),
        undo: () => setParcels((since) => [...since, ...parcels]),
      })
    },
  }
}

/** As they were scanned: of two rows of one parcel the first counts. The screen shows the newest on top. */
function inOrder(parcels: readonly Parcel[]): readonly Parcel[] {
  return parcels.toReversed()
}

function rowOf({ order_number, tracking_number, courier }: TrackingRow): TrackingRow {
  return { order_number, tracking_number, courier }
}

function withOutcomes(
  before: readonly Parcel[],
  rows: readonly Parcel[],
  outcomes: readonly TrackingOutcome[],
): Parcel[] {
  const said = new Map(rows.map(({ key }, index) => [key, outcomes[index] ?? null]))
  return before.map((parcel) => ({ ...parcel, outcome: said.get(parcel.key) ?? parcel.outcome }))
}

/** What is not shipped yet survives a reload of the page. */
function keep(parcels: readonly Parcel[]): void {
  sessionStorage.setItem(kept(), JSON.stringify(parcels.map(rowOf)))
}

function readKept(): Parcel[] {
  try {
    const rows = JSON.parse(sessionStorage.getItem(kept()) ?? '[]') as TrackingRow[]
    return rows.map((row) => ({ ...row, key: crypto.randomUUID(), outcome: null }))
  } catch {
    return []
  }
}
