import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'

/** Redirects to another address without adding this one to the history. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to])
  return null
}
