import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'

/** Leads elsewhere without leaving this address in the history. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to])
  return null
}
