import { createElement, Fragment, type ReactNode } from 'react'
import { setTexts } from '#kit/contract/texts.ts'

// Elements within a text need no keys, because their position in the text never changes. Development and tests can load
// a function that rewords every text (`./pseudo-language.ts`); the product has none.
const { rewordTexts } = globalThis as { rewordTexts?: (wording: string) => string }
setTexts({
  join: (parts) => createElement(Fragment, null, ...(parts as ReactNode[])),
  ...(rewordTexts && { reword: rewordTexts }),
})
