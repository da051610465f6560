import { useState } from 'react'
import { hrefWith, useUrlState } from '#kit/web/list/url-state.ts'
import { type EntryField, type StepKey, steps } from './entry-model.ts'
import { productForm } from './links.ts'

const keys: readonly StepKey[] = [...steps.map(({ key }) => key), 'review']
const noSteps: ReadonlySet<StepKey> = new Set()
const paramOf = (step: StepKey) => ({ step: step === '1' ? '' : step })

export type Wizard = ReturnType<typeof useWizard>

/** The step in the URL, and the steps before and after. */
export function useWizard() {
  const [state, change] = useUrlState()
  const step = keys.find((key) => key === state.get('step')) ?? '1'
  const at = keys.indexOf(step)
  const [visits, setVisits] = useState({ step, left: noSteps })
  // Links and the Back button change the step as well, so the step in the URL is compared instead of each call noted.
  if (visits.step !== step) setVisits({ step, left: new Set([...visits.left, visits.step]) })
  return {
    step,
    /** The steps that were opened and left, until the draft is discarded. */
    left: visits.left,
    forgetVisits: () => setVisits({ step, left: noSteps }),
    before: keys[at - 1],
    next: keys[at + 1],
    goTo: (next: StepKey) => change(paramOf(next)),
    hrefOf: (next: StepKey) => hrefWith(productForm.path, window.location.search, paramOf(next)),
    /** The fields of the steps from the open one up to another. */
    fieldsUpTo: (next: StepKey): EntryField[] =>
      steps.slice(at, Math.max(at, keys.indexOf(next))).flatMap(({ fields }) => fields),
  }
}
