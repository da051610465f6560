import { createContext, use } from 'react'
import { markedPieces } from '#kit/contract/search-words.ts'
import classes from './values.module.css'

/** The search of the list that a value is shown in; empty without a search. */
export const SearchContext = createContext('')

/** A value of a list, with what the search matched marked. */
export function Found({ children }: { children: string }) {
  const q = use(SearchContext)
  if (q === '') return children
  return markedPieces(children, q).map((piece, at) =>
    piece.isMarked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have nothing else and never move
      <mark key={at} className={classes.found}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
