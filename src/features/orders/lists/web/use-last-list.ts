import { useEffect } from 'react'

interface ListPlace {
  href: string
  label: string
}

const key = 'munshi-order-list'

/** Keeps the list that the user works through, with its filters and page, for the way back from an order. */
export function useLastList(label: string): void {
  const href = window.location.pathname + window.location.search
  useEffect(() => sessionStorage.setItem(key, JSON.stringify({ href, label })), [href, label])
}

/** The order list that was on the screen last in this window; null if there was none. */
export function lastList(): ListPlace | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as ListPlace | null
  } catch {
    return null
  }
}
