import { useEndpoint } from '#kit/web/client.tsx'
import { type Brand, branding } from '../contract.ts'

const none: Brand = { shop_name: '', header: null, print: null }

/** How the shop presents itself; undefined until it is known, and nothing if it cannot be read. */
export function useBranding(): Brand | undefined {
  const { data, isError } = useEndpoint(branding.get, {}, { refetchOnWindowFocus: false })
  return data ?? (isError ? none : undefined)
}
