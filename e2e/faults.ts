import { type Browser, type BrowserContext, expect } from '@playwright/test'

/** What breaks in the pages of a journey. At its end nothing has, apart from what the journey says that it expects. */
export interface Faults {
  /** The journey makes this happen, and it has to: an expected fault that did not come is one too. */
  expected(pattern: RegExp): void
}

/**
 * Watches every page of this context, and of each context that the browser opens meanwhile: what is thrown, what is written to
 * the console as an error, and each answer of a server that failed.
 */
export async function watchFaults(
  browser: Browser,
  context: BrowserContext,
  use: (faults: Faults) => Promise<void>,
): Promise<void> {
  const found: string[] = []
  const patterns: RegExp[] = []
  const watch = (watched: BrowserContext) => {
    watched.on('weberror', (error) => found.push(error.error().message))
    watched.on('console', (message) => {
      // A refused call is logged by the browser itself; the journey that refuses one looks at its screen.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
        found.push(message.text())
    })
    watched.on('response', (response) => {
      if (response.status() < 500) return
      found.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`)
    })
    return watched
  }
  watch(context)
  const open = browser.newContext
  browser.newContext = async (...given) => watch(await open.apply(browser, given))
  await use({ expected: (pattern) => void patterns.push(pattern) }).finally(() => {
    browser.newContext = open
  })
  expect(found.filter((fault) => !patterns.some((pattern) => pattern.test(fault)))).toEqual([])
  expect(patterns.filter((pattern) => !found.some((fault) => pattern.test(fault)))).toEqual([])
}
