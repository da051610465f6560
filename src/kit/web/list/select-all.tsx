import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { numberOf } from '#kit/contract/words.ts'
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
  const matching = data as { count: number; is_more: boolean } | undefined
  const words = matching ? numberOf(matching.count) : ''
  if (except === null) {
    return (
      <>
        <strong>{texts.allOnThisPageSelected({ onPage })}</strong>
        {matching?.is_more ? (
          <span>{texts.moreThanMatchNarrowThe({ words })}</span>
        ) : (
          matching && (
            <Button size="compact-sm" variant="subtle" onClick={onAll}>
              {texts.selectAllMatching({ words })}
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
        {texts.matchingSelected({
          except: except.length === 0 ? texts.allWords({ words }) : texts.countOfWords({ count, words }),
        })}
      </strong>
      {count > 0 && acts({ filter, except, count })}
    </>
  )
}
