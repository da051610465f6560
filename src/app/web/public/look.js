// Runs before the first paint: whoever chose dark must not see a light page flash by. The choice itself is kept with the
// account; this is the copy that Mantine keeps in this browser, under its own key.
;(() => {
  let look = null
  try {
    look = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Without a store there is only what the system says.
  }
  const isDark = look === 'dark' || (look !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
})()
