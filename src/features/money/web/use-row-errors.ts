import { useState } from 'react'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { errorsByRow, errorsWithout, type RowErrors } from './row-errors-model.ts'

/** The messages of the last refusal at the rows that it was about; what was changed since has none. */
export function useRowErrors(list: string, rows: readonly { key: string }[], error: Error | null) {
  const [told, setTold] = useState<{ by: Error | null; errors: RowErrors }>({ by: null, errors: {} })
  // When a refusal arrives, the rows still stand as they were sent.
  if (error && error !== told.by) {
    setTold({ by: error, errors: errorsByRow(fieldErrors(error), list, rows) })
  }
  return {
    errors: told.errors,
    /** Drops the messages of a row or a field. */
    drop: (changed: string) => setTold(({ by, errors }) => ({ by, errors: errorsWithout(errors, changed) })),
    clear: () => setTold(({ by }) => ({ by, errors: {} })),
  }
}
