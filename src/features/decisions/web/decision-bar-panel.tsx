import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { CommandButton } from '#kit/web/command-button.tsx'
import { Link } from '#kit/web/link.tsx'
import { texts } from '../texts.ts'
import '@mantine/core/styles/Kbd.css'
import { Button, Kbd } from '@mantine/core'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { useShortcuts, useSingleKeys } from '#kit/web/list/shortcuts.ts'
import { whyOutdated } from '#kit/web/record/opened-record.tsx'
import { useToast } from '#kit/web/toast.tsx'
import type { ReasonChoices } from '../reasons/choice-contract.ts'
import classes from './decision-bar-panel.module.css'

/** Without the list a decision is still made, in words of one's own. */
const noChoices: ReasonChoices = { choices: [], last_used: [], language: 'en' }

/** The list of reasons of this call; none if it cannot be read, and null until then. */
export function useReasonChoices(call: Endpoint, enabled = true): ReasonChoices | null {
  const { data, isError } = useEndpoint(call, {} as never, { enabled })
  return (data as ReasonChoices | undefined) ?? (isError ? noChoices : null)
}

/** Why a decision that leads to this status cannot be made from the present one, in words. */
export function whyNotFrom(noun: string, status: string, to: string): string {
  const word = status.replaceAll('_', ' ')
  return status === to ? texts.alreadyStatus({ status: word }) : texts.cannotFrom({ status: word, noun })
}

/**
 * The keys of a review: what each does, or why its decision cannot be made, which the key says. While a decision is being
 * sent, the keys wait.
 */
export function useDecisionKeys(
  keys: Record<string, { act?: () => void; why: string }>,
  isPending: boolean,
): void {
  const show = useToast()
  useShortcuts(
    Object.fromEntries(
      Object.entries(keys).map(([key, { act, why }]) => {
        const say = () => show({ message: why, tone: 'refused', about: texts.decision, isOfScreen: true })
        return [key, isPending ? undefined : why ? say : act]
      }),
    ),
  )
}

const none: readonly string[] = []

/** The warnings of a record that has none. */
export const noWarnings = (): readonly string[] => none

/** The words of a message with a link to the record. */
type Left = (values: { name: string; link: (words: string) => ReactElement }) => ReactNode

/**
 * Approves, or asks first where warnings are open. What is pressed before they are known is done when they are, unless the
 * person has begun something else by then, or the record is no longer what they saw (`isOver`). A person who leaves the record
 * before is told that it was not approved.
 */
export function useApproval(
  name: string,
  warnings: readonly string[] | undefined,
  { approve, askWhy, isOver }: { approve: () => void; askWhy: () => void; isOver: boolean },
  left: Left = texts.leftUnapproved,
): { approve: () => void; isWanted: boolean } {
  const [isWanted, setWanted] = useState(false)
  useToldAtLeaving(name, isWanted, left)
  const go = () => {
    setWanted(false)
    if (warnings === undefined) setWanted(true)
    else if (warnings.length > 0) askWhy()
    else approve()
  }
  useEffect(() => {
    if (isOver) setWanted(false)
  }, [isOver])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the arrival of the warnings goes on
  useEffect(() => {
    if (isWanted && !isOver) go()
  }, [warnings])
  return { approve: go, isWanted }
}

/** Tells a person who leaves a record whose approval still waits for its checks, with the way back. */
function useToldAtLeaving(name: string, isWanted: boolean, left: Left): void {
  const show = useToast()
  const tell = useRef(() => {})
  useEffect(() => {
    const href = window.location.pathname + window.location.search
    tell.current = () => {
      if (!isWanted) return
      const link = (words: string) => <Link href={href}>{words}</Link>
      show({ message: left({ name, link }), tone: 'refused' })
    }
  }, [name, isWanted, show, left])
  useEffect(() => () => tell.current(), [])
}

/**
 * Approve, Request update and Reject with their keys, always visible; disabled while a decision is being sent. A record
 * that nothing can be requested of has no Request update, and may name its approval and its refusal otherwise.
 */
export function DecisionBar({
  approval = texts.approve,
  refusal = { label: texts.reject, key: 'r' },
  whyNot = {},
  blockedBy = '',
  isHeld,
  isPending,
  isAwaited = false,
  onApprove,
  onRequest,
  onReject,
}: {
  approval?: string
  refusal?: { label: string; key: string }
  /** Why the status of the record rules a decision out, in words. */
  whyNot?: Readonly<Partial<Record<'approve' | 'request' | 'reject', string>>>
  /** Why the record cannot be approved, in words beside the buttons; empty if it can. */
  blockedBy?: string
  /** True if another person has changed the record since it was opened. */
  isHeld: boolean
  isPending: boolean
  /** True if an approval was asked for and waits for what has to be known first; another decision takes its place. */
  isAwaited?: boolean
  onApprove: () => void
  onRequest?: () => void
  onReject: () => void
}) {
  const hasKeys = useSingleKeys()
  /** Shows the key only where it works. */
  const named = (key: string) =>
    hasKeys ? { rightSection: <Kbd size="xs">{key.toUpperCase()}</Kbd>, 'aria-keyshortcuts': key } : {}
  const whyHeld = isHeld ? whyOutdated : ''
  const [whyNoApproval, whyNoRequest, whyNoRefusal] = [
    whyHeld || whyNot.approve || blockedBy,
    whyHeld || whyNot.request || '',
    whyHeld || whyNot.reject || '',
  ]
  useDecisionKeys(
    {
      a: { act: onApprove, why: whyNoApproval },
      ...(onRequest ? { u: { act: onRequest, why: whyNoRequest } } : {}),
      [refusal.key]: { act: onReject, why: whyNoRefusal },
    },
    isPending,
  )
  return (
    <fieldset className={classes.bar} aria-label={texts.decision}>
      <CommandButton
        onClick={onApprove}
        isPending={isPending || isAwaited}
        disabled={whyNoApproval !== ''}
        {...named('a')}
      >
        {approval}
      </CommandButton>
      {onRequest && (
        <Button
          variant="default"
          onClick={onRequest}
          disabled={whyNoRequest !== '' || isPending}
          {...named('u')}
        >
          {texts.requestUpdate}
        </Button>
      )}
      <Button
        variant="default"
        onClick={onReject}
        disabled={whyNoRefusal !== '' || isPending}
        {...named(refusal.key)}
      >
        {refusal.label}
      </Button>
      {blockedBy && <p className={classes.blocked}>{blockedBy}</p>}
    </fieldset>
  )
}
