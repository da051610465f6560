import { createElement, Fragment, type ReactNode } from 'react'
import { setTexts } from '#kit/contract/texts.ts'

// What is drawn within a text needs no keys: its place in the text never changes. Development and tests may bring a way to
// reword every text (`./pseudo-language.ts`); the product has none.
const { rewordTexts } = globalThis as { rewordTexts?: (wording: string) => string }
setTexts({
  join: (parts) => createElement(Fragment, null, ...(parts as ReactNode[])),
  ...(rewordTexts && { reword: rewordTexts }),
})
