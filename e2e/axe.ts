import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

interface Axe {
  run(
    context: Document,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>
}

const builder = createRequire(import.meta.url).resolve('@axe-core/playwright')
/** The axe of the builder, without the builder: that brings it into the page again for each run, and into every frame. */
const { source } = createRequire(builder)('axe-core') as { source: string }

/**
 * What axe finds wrong with a page as it is, by all its rules or by those of colours alone. The frame of a preview is
 * looked at by its name alone: what it shows is the shop, which has its own journeys. There the frame itself is given: the
 * builder leaves a frame out that does not load axe within a second.
 */
export async function faultsOf(page: Pick<Page, 'evaluate'>, rules: 'all' | 'colours'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(
    async (options) => {
      // A colour on its way to another is neither of them.
      const passing = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
      await Promise.allSettled(passing.map(({ finished }) => finished))
      const { violations } = await (window as unknown as { axe: Axe }).axe.run(document, options)
      return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}`)
    },
    {
      resultTypes: ['violations'],
      iframes: false,
      // Style sheets are fetched again for rules that are off, and media for the sound that none here has.
      preload: false,
      ...(rules === 'colours' ? { runOnly: ['color-contrast'] } : {}),
    },
  )
}
