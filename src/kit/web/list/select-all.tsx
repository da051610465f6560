import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useEndpoint } from '../client.tsx'
import type { AllOffer } from './list-page.tsx'
import { texts } from './texts.ts'

/** Every row that matches the filter, without the exceptions, and their count. */
export interface Everything {
  filter: Record<string, string>
  except: string[]
  count: number
}

/**
 * States that a whole page is selected and offers to select every matching row, with the exact count; then shows the
 * actions for all of them.
 */
export function SelectAll({
  count: endpoint,
  acts,
  filter,
  onPage,
  except,
  onAll,
}: Omit<AllOffer, 'onClear'> & {
  /** Answers the exact number of rows that match a filter. */
  count: Endpoint
  acts: (all: Everything) => ReactNode
}) {
  const { data } = useEndpoint(endpoint, filter as never, { refetchOnWindowFocus: false })
  const answer = data as { count: number; is_more: boolean } | undefined
  const matching = answer?.count ?? 0
  if (except === null) {
    return (
      <>
        <strong>{texts.pageSelected({ onPage })}</strong>
        {answer?.is_more ? (
          <span>{texts.tooManyMatching({ matching })}</span>
        ) : (
          answer && (
            <Button size="compact-sm" variant="subtle" onClick={onAll}>
              {texts.selectAllMatching({ matching })}
            </Button>
          )
        )}
      </>
    )
  }
  const count = matching - except.length
  return (
    <>
      <strong>
        {except.length === 0
          ? texts.allMatchingSelected({ matching })
          : texts.someMatchingSelected({ count, matching })}
      </strong>
      {count > 0 && acts({ filter, except, count })}
    </>
  )
}
