type Guard = () => boolean

let guard: Guard | null = null

// A window calls its listeners in the order in which they came, whatever their phase: this one must be there before the
// router's, which draws the other screen at once. The application loads this file before anything is drawn.
window.addEventListener('popstate', (event) => {
  if (guard?.()) event.stopImmediatePropagation()
})

/** Asks `next` at every Back and Forward, before the router hears of it; true keeps it from hearing. Answers how to stop. */
export function guardBack(next: Guard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = null
  }
}
