import type { FrameLocator, Page } from '@playwright/test'
import type { ContentMessage, FrameMessage } from '../src/features/window/contract.ts'
import { expect, type Marketplace } from './marketplace.ts'
import { fullAnswers, fullContent, servePictures } from './window-content.ts'

interface Preview {
  frame: FrameLocator
  told(): Promise<FrameMessage[]>
  show(message: Partial<ContentMessage>): Promise<void>
}

/** A page of the server's own origin with a preview frame in it, and nothing else. */
export async function openPreview(
  page: Page,
  marketplace: Marketplace,
  width: number,
  height = 900,
): Promise<Preview> {
  await servePictures(page.context())
  await page.setViewportSize({ width, height })
  await page.route('**/a-parent', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>A parent</title><body style="margin:0"><main aria-label="A parent"><h1 hidden>A parent</h1></main>',
    }),
  )
  await page.goto(`${marketplace.url}/a-parent`)
  await page.evaluate(
    ([width, height]) =>
      new Promise<void>((resolve) => {
        const state = window as unknown as { told: FrameMessage[] }
        state.told = []
        const frame = document.createElement('iframe')
        addEventListener('message', ({ source, data }) => {
          if (source !== frame.contentWindow) return
          state.told.push(data)
          if (data.type === 'munshi:ready') resolve()
        })
        frame.title = 'Preview'
        frame.setAttribute('sandbox', 'allow-scripts')
        Object.assign(frame.style, {
          border: '0',
          display: 'block',
          width: `${width}px`,
          height: `${height}px`,
        })
        frame.src = '/shop/preview-frame'
        document.body.append(frame)
      }),
    [width, height] as const,
  )
  const told = () => page.evaluate(() => (window as unknown as { told: FrameMessage[] }).told)
  let n = 0
  const show = async (message: Partial<ContentMessage>) => {
    n += 1
    const whole = { content: fullContent(), page: 'home', theme: 'light', dir: 'ltr', answers: fullAnswers() }
    await page.evaluate((given) => document.querySelector('iframe')?.contentWindow?.postMessage(given, '*'), {
      type: 'munshi:content',
      ...whole,
      ...message,
      n,
    })
    await expect
      .poll(async () => (await told()).some((one) => one.type === 'munshi:shown' && one.n === n))
      .toBe(true)
  }
  return { frame: page.frameLocator('iframe'), told, show }
}
