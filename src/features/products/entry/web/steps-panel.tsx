import { IconAlertTriangle, IconCheck, IconEye } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Link } from '#kit/web/link.tsx'
import { texts } from '../texts.ts'
import { type EntryField, type Problems, type StepKey, steps } from './entry-model.ts'
import classes from './steps-panel.module.css'

/** The steps as links, each with its state. `onGo` may prevent leaving the current step. */
export function Steps({
  step,
  done,
  wrong,
  hrefOf,
  onGo,
}: {
  step: StepKey
  done: readonly StepKey[]
  wrong: Problems
  hrefOf: (step: StepKey) => string
  onGo: (step: StepKey) => boolean
}) {
  const items = [
    ...steps,
    { key: 'review' as const, label: texts.review, fields: [] as readonly EntryField[] },
  ]
  const at = items.findIndex(({ key }) => key === step)
  return (
    <nav aria-label={texts.steps} className={classes.steps}>
      <ol>
        {items.map(({ key, label, fields }, index) => {
          const isWrong = fields.some((field) => wrong[field])
          const state = isWrong ? 'wrong' : done.includes(key) ? 'done' : 'open'
          return (
            <li key={key} data-state={state} data-passed={index < at || undefined}>
              <Link
                href={hrefOf(key)}
                aria-current={key === step ? 'step' : undefined}
                onClick={(event) => {
                  if (!onGo(key)) event.preventDefault()
                }}
              >
                <span className={classes.mark} aria-hidden="true">
                  {state === 'wrong' ? (
                    <IconAlertTriangle size={14} />
                  ) : state === 'done' ? (
                    <IconCheck size={14} />
                  ) : key === 'review' ? (
                    <IconEye size={14} />
                  ) : (
                    index + 1
                  )}
                </span>
                <span className={classes.label} aria-hidden="true">
                  {label}
                </span>
                <span className="visually-hidden">{nameOf(label, state)}</span>
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function nameOf(step: string, state: 'wrong' | 'done' | 'open'): string {
  if (state === 'open') return step
  return state === 'wrong' ? texts.stepWithErrors({ step }) : texts.stepComplete({ step })
}

/**
 * Scrolls to the top of a newly opened step and moves the focus there, unless a field with an error takes the focus.
 */
export function useStepFromItsTop(step: StepKey, form: RefObject<HTMLFormElement | null>) {
  const top = useRef<HTMLDivElement>(null)
  const seen = useRef(step)
  useEffect(() => {
    if (seen.current === step) return
    seen.current = step
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (first) return first.focus()
    form.current?.focus({ preventScroll: true })
    // Does not scroll while the steps are in view.
    const steps = top.current
    if (
      steps &&
      steps.getBoundingClientRect().top < Number.parseFloat(getComputedStyle(steps).scrollMarginTop)
    )
      steps.scrollIntoView({ block: 'start' })
  }, [step, form])
  return top
}
