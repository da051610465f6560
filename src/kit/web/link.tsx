import { type AnchorHTMLAttributes, createContext, type MouseEvent, type ReactNode, use } from 'react'
import { navigate } from 'wouter/use-browser-location'

/** True for a plain click: a click with a modifier or another button is left to the browser. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}

/** Fetches what a link leads to before it is clicked; null when the pointer or the focus has left it. */
export const PrefetchContext = createContext<(href: string | null) => void>(() => {})

/** Adds to the links of a list from which list their records are opened. */
export const LinkOriginContext = createContext<(href: string) => string>((href) => href)

/** A link if the reader may open its target; plain text without a target. */
export function WayTo({ href, children }: { href: string; children: ReactNode }) {
  return href ? (
    <Link href={href} dir="auto">
      {children}
    </Link>
  ) : (
    <span dir="auto">{children}</span>
  )
}

/** A real link that changes the screen without loading the page. */
export function Link({
  href: target,
  children,
  onClick,
  ...rest
}: { href: string; children: ReactNode } & AnchorHTMLAttributes<HTMLAnchorElement>) {
  const prefetch = use(PrefetchContext)
  const href = use(LinkOriginContext)(target)
  return (
    <a
      onMouseEnter={() => prefetch(href)}
      onFocus={() => prefetch(href)}
      onMouseLeave={() => prefetch(null)}
      onBlur={() => prefetch(null)}
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event)) return
        event.preventDefault()
        navigate(href)
      }}
    >
      {children}
    </a>
  )
}
