import { type ComponentType, useEffect, useState } from 'react'
import type { ScreenPage } from './page.ts'

const loaded = new Map<ScreenPage, ComponentType>()

/** Loads the code of a screen, once. Rejects if it cannot be loaded; the next call tries again. */
export async function loadPage(page: ScreenPage): Promise<void> {
  if (!loaded.has(page)) loaded.set(page, await page.load())
}

/**
 * The component of a screen, or undefined while its code loads. Throws if it cannot be loaded. Without React's `lazy`: code
 * that has been loaded is shown in the same frame, and code that arrives is not held back for the 300 ms that a
 * fallback stays.
 */
export function usePageCode(page: ScreenPage): ComponentType | undefined {
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const [, setArrived] = useState<ScreenPage | null>(null)
  useEffect(() => {
    if (loaded.has(page)) return
    loadPage(page).then(
      () => setArrived(page),
      (error: unknown) => setFailure({ error }),
    )
  }, [page])
  if (failure) throw failure.error
  return loaded.get(page)
}
