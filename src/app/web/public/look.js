// Runs before the first paint, so that users of the dark scheme do not see a light page flash. The setting itself is
// saved with the account; this is the copy that Mantine keeps in this browser, under its own key.
;(() => {
  let look = null
  try {
    look = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Without local storage, the system's setting applies.
  }
  const isDark = look === 'dark' || (look !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
})()
