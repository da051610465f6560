// Runs in the document itself, before anything else is there: it is built apart and written into the document, and the
// policy admits it by its hash. So a list is asked for while the code that shows it is on its way.

import { askEarly, type FirstCalls, firstUrls } from '#kit/web/early-answers.ts'
import { userIn, userKey, viewKey } from '#kit/web/stored-user.ts'

/** What the server knows of the screen at this address, and of the sign-in, which is shown to who has no session. */
interface First {
  screen: FirstScreen
  door: FirstScreen
}

interface FirstScreen {
  /** The scripts and styles of the screen beyond those that every screen starts with. */
  files: readonly string[]
  calls: FirstCalls
  /** The outline that is shown until the screen is: `shell`, `door`, or none. */
  outline: string
}

/** As long as a slow line may need for the code. */
const freshForMs = 30_000

const root = document.documentElement
const read = (store: () => Storage, key: string) => {
  try {
    return store().getItem(key)
  } catch {
    // Without storage nobody is signed in, and the system's look applies.
    return null
  }
}

// Before the first paint, so that users of the dark scheme do not see a light page flash. The setting itself is saved with
// the account; this is the copy that Mantine keeps in this browser, under its own key.
const look = read(() => localStorage, 'mantine-color-scheme-value')
const isDark = look === 'dark' || (look !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
root.dataset.mantineColorScheme = isDark ? 'dark' : 'light'

const given = document.currentScript?.dataset.first
if (given) {
  const { screen, door } = JSON.parse(given) as First
  const user = userIn(read(() => localStorage, userKey))
  const { files, calls, outline } = user ? screen : door
  root.dataset.outline = outline
  if (user)
    for (const url of firstUrls(calls, location.search))
      void askEarly(
        url,
        user,
        read(() => sessionStorage, viewKey),
        freshForMs,
      )
  for (const file of files) {
    const link = document.createElement('link')
    const isStyle = file.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }
}
