import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { numberOf } from '#kit/contract/words.ts'
import { useEndpoint } from '../client.tsx'
import type { AllOffer } from './list-page.tsx'

/** Every row that a list is asked for but for some, as many as were counted. */
export interface Everything {
  filter: Record<string, string>
  except: string[]
  count: number
}

/**
 * Says that a whole page is selected and offers all that the list is asked for, by the exact count; then what can be
 * done with all of it.
 */
export function SelectAll({
  count: endpoint,
  acts,
  filter,
  onPage,
  except,
  onAll,
}: Omit<AllOffer, 'onClear'> & {
  /** Answers how many rows a filter leaves, exactly. */
  count: Endpoint
  acts: (all: Everything) => ReactNode
}) {
  const { data } = useEndpoint(endpoint, filter as never, { refetchOnWindowFocus: false })
  const matching = data as { count: number; is_more: boolean } | undefined
  const words = matching ? numberOf(matching.count) : ''
  if (except === null) {
    return (
      <>
        <strong>All {onPage} on this page selected.</strong>
        {matching?.is_more ? (
          <span>More than {words} match: narrow the list to select all of them.</span>
        ) : (
          matching && (
            <Button size="compact-sm" variant="subtle" onClick={onAll}>
              Select all {words} matching
            </Button>
          )
        )}
      </>
    )
  }
  const count = (matching?.count ?? 0) - except.length
  return (
    <>
      <strong>
        {except.length === 0 ? `All ${words}` : `${numberOf(count)} of ${words}`} matching selected
      </strong>
      {count > 0 && acts({ filter, except, count })}
    </>
  )
}
