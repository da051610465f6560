import { IconCheck, IconX } from '@tabler/icons-react'
import type { Import } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './steps-panel.module.css'

const steps = [texts.file, texts.columns, texts.check, texts.import, texts.done] as const

/** The current step of an import within all its steps. */
export function Steps({ record }: { record: Import }) {
  const at = placeOf(record)
  const isStopped = record.status === 'cancelled' || record.status === 'failed'
  return (
    <ol className={classes.steps} aria-label={texts.stepsOfTheImport}>
      {steps.map((step, index) => {
        const isOver = index < at || (index === at && index === steps.length - 1)
        const isCurrent = index === at
        const isBroken = isCurrent && isStopped
        const state = isBroken ? 'stopped' : isOver ? 'over' : isCurrent ? 'current' : 'waiting'
        return (
          <li key={step} data-state={state} aria-current={isCurrent ? 'step' : undefined}>
            <span className={classes.mark} aria-hidden="true">
              {isBroken ? <IconX size={13} /> : isOver ? <IconCheck size={13} /> : index + 1}
            </span>
            <span aria-hidden="true">{step}</span>
            <span className="visually-hidden">{nameOf(step, state)}</span>
          </li>
        )
      })}
    </ol>
  )
}

function nameOf(step: string, state: 'stopped' | 'over' | 'current' | 'waiting'): string {
  if (state === 'stopped') return texts.stepStopped({ step })
  if (state === 'over') return texts.stepDone({ step })
  return state === 'current' ? texts.stepCurrent({ step }) : step
}

/** The step that the import is in, or was stopped in. */
function placeOf({ status, confirmed_at, counts }: Import): number {
  if (status === 'reading' || status === 'failed') return 0
  if (status === 'mapping') return 1
  if (status === 'checking' || status === 'checked') return 2
  if (status === 'importing') return 3
  if (status !== 'cancelled') return 4
  if (confirmed_at) return 3
  return counts.create + counts.change + counts.unchanged + counts.error > 0 ? 2 : 1
}
