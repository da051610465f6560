import { expect, test } from 'vitest'
import { channelOf, toldByEditor, toldByWindow } from './own-window-model.ts'

const content = { release: 0, sections: {} }

test('a window follows its own tab, and what an editor shows', () => {
  expect(channelOf('a')).not.toBe(channelOf('b'))
  expect(toldByEditor({ type: 'shown', shown: { content, page: 'faq' } })).toEqual({
    type: 'shown',
    shown: { content, page: 'faq' },
  })
  expect(toldByEditor({ type: 'shown', shown: null })).toEqual({ type: 'shown', shown: null })
  expect(toldByEditor({ type: 'gone' })).toEqual({ type: 'gone' })
  expect(toldByWindow({ type: 'picked', picked: { section: 'faqs', item: null, field: 'title' } })).toEqual({
    type: 'picked',
    picked: { section: 'faqs', item: null, field: 'title' },
  })
})

test.each([
  null,
  'shown',
  { type: 'shown' },
  { type: 'shown', shown: { page: 'faq' } },
  { type: 'shown', shown: { content, page: 'elsewhere' } },
  { type: 'picked' },
  { type: 'picked', picked: { section: 4 } },
  { type: 'eval' },
])('%j means nothing to either side', (data) => {
  expect(toldByEditor(data)).toBeNull()
  expect(toldByWindow(data)).toBeNull()
})
