import { Button, type ButtonProps } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { ApiRefusal, keyOf, type Sent, useCall, useRefresh } from '#kit/web/client.tsx'
import { Popover } from '#kit/web/popover.tsx'
import { withTouched } from '#kit/web/queue/queue-model.ts'
import { changeQueue } from '#kit/web/queue/queue-store.ts'
import type { Opened } from '#kit/web/record/opened-record.tsx'
import { offersActions, useOffers } from '#kit/web/record-actions.ts'
import { useToast } from '#kit/web/toast.tsx'
import type { orderChecks } from '../checks/contract.ts'
import type { ContactChange } from '../contact/contact-contract.ts'
import type { orderContact } from '../contact/contract.ts'
import { type OrderDetail, type OrderPart, orders } from '../contract.ts'
import { type MoveName, standingOf, whyNot } from '../moves-contract.ts'
import type { parcels } from '../parcels/contract.ts'
import type { refunds } from '../refunds/contract.ts'
import type { Refund } from '../refunds/refund-contract.ts'
import { texts } from '../texts.ts'
import classes from './moves-panel.module.css'

/** The calls that change one order; each returns the changed order. */
type Command =
  | (typeof refunds)['enterAccount']
  | (typeof orderChecks)['check']
  | (typeof orderContact)['change']
  | (typeof parcels)['pack' | 'ship' | 'deliver']
  | (typeof orders)[
      | 'process'
      | 'putBack'
      | 'complete'
      | 'decline'
      | 'confirm'
      | 'markPaid'
      | 'pack'
      | 'unpack'
      | 'ship'
      | 'correct'
      | 'cancel'
      | 'attempt'
      | 'deliver'
      | 'return'
      | 'closeReturn'
      | 'grantRefund'
      | 'sendRefund'
      | 'cancelRefund']

/** The action that a dialog is open for. */
export type Asking =
  | { about: 'decline' | 'mark_paid' | 'complete' | 'refund' | 'check' | 'contact' }
  | {
      about: 'ship' | 'correct' | 'attempt' | 'deliver' | 'return' | 'close_return' | 'cancel_part'
      part: OrderPart
    }
  | { about: 'ship_all' | 'deliver_all'; parts: readonly OrderPart[] }
  | { about: 'send' | 'cancel' | 'account'; refund: Refund }

/** How a move is undone: by these calls, one after the other. */
interface WayBack {
  of: Command
  inputs: readonly ({ id: string; part_id?: string } & ContactChange)[]
  /** What is said of the move, and of what took it back. */
  done: string
  undone: string
}

/** An order and the means to act on it, for every panel of its screen. */
export interface Acting {
  /** The order as it was when the user opened it. */
  order: OrderDetail
  /** True if somebody else has changed the order since; actions are blocked until the user has reviewed the change. */
  hasChanged: boolean
  /** Why every action is blocked after such a change; null without one. */
  whyHeld: string | null
  isPending: boolean
  error: Error | null
  /** Returns the changed order, or null if the call was refused; `error` then says why. */
  run: <E extends Command>(endpoint: E, input: Sent<E>) => Promise<OrderDetail | null>
  /** The same for a move that can be undone: a message says so and offers it. */
  runUndoable: <E extends Command>(endpoint: E, input: Sent<E>, back: WayBack) => Promise<void>
  asking: Asking | null
  /** Opens the dialog that a move needs; null closes the dialog. */
  ask: (asking: Asking | null) => void
}

/** The order as it is now, if a move was refused because somebody has changed it since it was opened; otherwise null. */
export function presentOf(failure: Error): OrderDetail | null {
  const isStale = failure instanceof ApiRefusal && failure.status === 412
  return isStale ? ((failure.problem.results as OrderDetail | undefined) ?? null) : null
}

/** A transfer went to the account that was seen: with another one by now, the person has to look before they say so. */
function goesOn(asking: Asking, present: OrderDetail): boolean {
  if (asking.about !== 'send') return true
  const { id, account } = asking.refund
  return JSON.stringify(present.refunds.find((one) => one.id === id)?.account) === JSON.stringify(account)
}

/**
 * Runs the moves of an order one at a time, each on the version that the user sees. `first` is asked at once, and
 * `onFailure` receives each refusal.
 */
export function useActing(
  opened: Opened<OrderDetail>,
  first: Asking | null = null,
  onFailure?: (failure: Error) => void,
): Acting {
  const order = opened.record
  const call = useCall()
  const queries = useQueryClient()
  const refresh = useRefresh()
  const show = useToast()
  const isOnItsWay = useRef(false)
  // A call made later, such as an undo, is sent with the order's version at that time, not that of this render.
  const latest = useRef(order)
  latest.current = order
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [asking, setAsking] = useState(first)
  const see = (present: OrderDetail) => {
    opened.made(present.version)
    queries.setQueryData(keyOf(orders.get, { id: order.id }), present)
  }
  const took = (answer: OrderDetail) => {
    see(answer)
    changeQueue((queue) => withTouched(queue, answer.id))
  }
  const run: Acting['run'] = async (endpoint, input) => {
    if (isOnItsWay.current) return null
    isOnItsWay.current = true
    setPending(true)
    setError(null)
    let answer: OrderDetail | null = null
    try {
      answer = (await call(endpoint, input, { ifMatch: latest.current.version })) as OrderDetail
      took(answer)
      setAsking(null)
    } catch (failure) {
      // The notice of a change is behind a dialog. The dialog says what happened and continues with the present order,
      // so that nothing has to be typed again.
      const present = asking && presentOf(failure as Error)
      if (present && goesOn(asking, present)) see(present)
      setError(failure as Error)
      onFailure?.(failure as Error)
    }
    isOnItsWay.current = false
    setPending(false)
    void refresh(endpoint)
    return answer
  }
  const runUndoable: Acting['runUndoable'] = async (endpoint, input, { of, inputs, done, undone }) => {
    const answer = await run(endpoint, input)
    if (!answer) return
    // The user may have left the screen by then, so the result is shown in a message like the one that offered it.
    const undo = async () => {
      let { version } = answer
      try {
        for (const sent of inputs) {
          const present = (await call(of, sent as never, { ifMatch: version })) as OrderDetail
          took(present)
          version = present.version
        }
        show({ message: undone })
      } catch (failure) {
        show({ message: (failure as Error).message, tone: 'refused' })
      }
      void refresh(endpoint)
    }
    show({ message: done, undo: () => void undo() })
  }
  const ask: Acting['ask'] = (next) => {
    setError(null)
    setAsking(next)
  }
  const hasChanged = opened.hasChanged && !isPending
  const whyHeld = hasChanged ? texts.orderChanged : null
  return { order, hasChanged, whyHeld, isPending, error, run, runUndoable, asking, ask }
}

/** Explains why the move cannot be made now; null when it can. */
export function whyNotNow({ order, whyHeld }: Acting, move: MoveName, part?: OrderPart): string | null {
  return whyHeld ?? whyNot(move, standingOf(order, part))
}

/** One button in a row of moves. */
export interface MoveChoice {
  label: string
  endpoint: Command
  /** Why the move cannot be made now; null when it can. */
  why: string | null
  onClick: () => void
  /** The next step on the way of the order, where it can be made. */
  isPrimary?: boolean
}

/**
 * The next step as a button, and every other move in a menu, those that cannot be made now with the reason. The moves in
 * the menu are offered beyond the screen as well, named by `offered`.
 */
export function NextMoves({
  label,
  choices,
  isPending,
  isQuiet = false,
  offered,
  children,
}: {
  label: string
  choices: MoveChoice[]
  isPending: boolean
  /** True where the screen has a larger next step than these moves. */
  isQuiet?: boolean
  offered?: (label: string) => string
  children?: ReactNode
}) {
  const can = useCan()
  const shown = choices.filter(({ endpoint }) => can(endpoint))
  const next = shown.find(({ isPrimary, why }) => isPrimary && !why)
  const others = shown.filter((choice) => choice !== next)
  // A step of the way that is not the next one has its turn later, and is last in the menu with its reason.
  const inOrder = [...others.filter(({ why }) => !why), ...others.filter(({ why }) => why)]
  useOffers(
    inOrder.flatMap((choice) =>
      choice.why || isPending
        ? []
        : [{ words: offered?.(choice.label) ?? choice.label, onPick: choice.onClick }],
    ),
  )
  if (shown.length === 0 && !children) return null
  return (
    <fieldset ref={offersActions} className={classes.moves} aria-label={label}>
      {next && (
        <Button
          size="xs"
          variant={isQuiet ? 'default' : 'filled'}
          disabled={isPending}
          onClick={next.onClick}
        >
          {next.label}
        </Button>
      )}
      {inOrder.length > 0 && (
        <Popover
          label={texts.moreOf({ label })}
          words={texts.more}
          icon={<IconDots size={16} aria-hidden="true" />}
          width={280}
        >
          {(close) => <MoveMenu choices={inOrder} isPending={isPending} onClose={close} />}
        </Popover>
      )}
      {children}
    </fieldset>
  )
}

function MoveMenu({
  choices,
  isPending,
  onClose,
}: {
  choices: readonly MoveChoice[]
  isPending: boolean
  onClose: () => void
}) {
  const id = useId()
  return (
    <div className={classes.menu}>
      {choices.map(({ label, why, onClick }, index) => (
        <button
          key={label}
          type="button"
          aria-disabled={why || isPending ? true : undefined}
          aria-labelledby={`${id}-${index}`}
          aria-describedby={why ? `${id}-${index}-why` : undefined}
          onClick={() => {
            if (why || isPending) return
            onClose()
            onClick()
          }}
        >
          <span id={`${id}-${index}`}>{label}</span>
          {why && (
            <span id={`${id}-${index}-why`} className={classes.reason}>
              {why}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

/**
 * The moves that the user has permission for. A move that cannot be made now keeps its place, can be focused with the
 * keyboard, and says why on hover and on press.
 */
export function Moves({
  label,
  choices,
  isPending,
  children,
}: {
  label: string
  choices: MoveChoice[]
  isPending: boolean
  children?: ReactNode
}) {
  const can = useCan()
  const id = useId()
  const [asked, setAsked] = useState('')
  const shown = choices.filter(({ endpoint }) => can(endpoint))
  if (shown.length === 0 && !children) return null
  const why = shown.find((choice) => choice.label === asked)?.why
  return (
    <fieldset ref={offersActions} className={classes.moves} aria-label={label}>
      {shown.map((choice, index) => (
        <MoveButton
          key={choice.label}
          choice={choice}
          isPending={isPending}
          describedBy={`${id}-${index}`}
          onAsk={() => setAsked(choice.label)}
        />
      ))}
      {children}
      <p className={why ? classes.why : 'visually-hidden'} role="status">
        {why}
      </p>
    </fieldset>
  )
}

function MoveButton({
  choice: { label, why, onClick, isPrimary },
  isPending,
  describedBy,
  onAsk,
}: {
  choice: MoveChoice
  isPending: boolean
  describedBy: string
  onAsk: () => void
}) {
  const look: ButtonProps = { size: 'xs', variant: isPrimary && !why ? 'filled' : 'default' }
  if (!why) {
    return (
      <Button {...look} disabled={isPending} onClick={onClick}>
        {label}
      </Button>
    )
  }
  return (
    <>
      <Button
        {...look}
        data-disabled
        aria-disabled
        title={why}
        aria-describedby={describedBy}
        onClick={onAsk}
      >
        {label}
      </Button>
      <span id={describedBy} className="visually-hidden">
        {why}
      </span>
    </>
  )
}
