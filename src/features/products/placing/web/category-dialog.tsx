import { useEffect, useState } from 'react'
import { categoryOptions } from '#features/categories/options-contract.ts'
import { HeldPanel, TrialPanel } from '#features/decisions/bulk/web/trial-panel.tsx'
import type { Trial } from '#features/decisions/matching-contract.ts'
import { products } from '#features/products/contract.ts'
import {
  CategoryFields,
  missingLevel,
  useCategoryTree,
} from '#features/products/entry/web/categories-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { ApiRefusal, useCall, useCommand, useEndpoint } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { placing } from '../contract.ts'
import { texts } from '../texts.ts'

/** The products whose category is changed: those that the filters leave, or those with these ids. */
export interface Placed {
  filter: Record<string, string | string[]>
  except: string[]
  count: number
}

/** Asks for the category, and shows what the change would come to before the job is begun. */
export function CategoryDialog({
  all: { filter, except, count },
  onClose,
  onBegun,
}: {
  all: Placed
  onClose: () => void
  onBegun: (jobId: string) => void
}) {
  const can = useCan()
  const tree = useCategoryTree()
  const [category, setCategory] = useState('')
  const missing = missingLevel(tree, category)
  const isChosen = category !== '' && missing === ''
  const tried = useTrial({ filter, except, category: isChosen ? category : '' })
  const { trial } = tried
  // What colleagues are reviewing stays theirs unless it is asked for.
  const [isLeavingOut, leaveOut] = useState(true)
  const left = isLeavingOut && trial ? trial.held.map(({ id }) => id) : []
  const begin = useCommand(placing.begin)
  const failure = begin.error ?? tried.failure
  const refused = fieldErrors(failure ?? undefined).category_id
  const total = trial ? trial.total : count
  const changed = trial ? trial.possible - left.length : count
  const send = () =>
    begin.mutate(
      {
        input: {
          ...{ filter, category_id: category },
          ...{ except: [...except, ...left], count: total - left.length },
        } as never,
      },
      {
        onSuccess: ({ job_id }) => onBegun(job_id),
        // Nothing was started, because another number matches now: that one is to be confirmed.
        onError: (error) => error instanceof ApiRefusal && error.status === 409 && tried.again(),
      },
    )
  return (
    <FormDialog
      title={texts.changeQuestion({ count: total })}
      text={can(products.bulkApprove) ? texts.changeText : texts.needsReview}
      verb={texts.change({ count: changed })}
      isPending={begin.isPending}
      isOff={!trial || changed === 0}
      error={failure}
      isAtField={Boolean(refused)}
      onClose={onClose}
      onSubmit={send}
    >
      <ReadFailure of={useEndpoint(categoryOptions.list, {})} what={texts.categoriesNotLoaded} />
      <CategoryFields
        tree={tree}
        value={category}
        standing={null}
        error={refused ?? (category !== '' && missing ? missing : undefined)}
        onChoose={(next) => {
          begin.reset()
          setCategory(next)
        }}
        onLeave={() => {}}
      />
      {isChosen && <TrialPanel trial={trial} isTrying={!failure} onAgain={tried.again} />}
      <HeldPanel trial={trial} isLeftOut={isLeavingOut} onChange={leaveOut} />
    </FormDialog>
  )
}

/** What the change to this category would come to, tried again on demand; nothing while none is chosen. */
function useTrial({ filter, except, category }: Omit<Placed, 'count'> & { category: string }) {
  const call = useCall()
  const [found, setFound] = useState<{ of: string; trial: Trial | null; failure: Error | null } | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog keeps the selection it was opened for
  useEffect(() => {
    let isWanted = category !== ''
    if (isWanted) {
      call(placing.attempt, { filter, except, category_id: category } as never).then(
        (trial) => isWanted && setFound({ of: category, trial, failure: null }),
        (failure: Error) => isWanted && setFound({ of: category, trial: null, failure }),
      )
    }
    return () => {
      isWanted = false
    }
  }, [category, round])
  const isOfThis = found !== null && found.of === category
  return {
    trial: isOfThis ? found.trial : null,
    failure: isOfThis ? found.failure : null,
    again: () => setRound(round + 1),
  }
}
