import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

export function Redirect({ to }: { to: string }) {
  const router = useRouter()
  useEffect(() => router.history.replace(to), [router, to])
  return null
}
