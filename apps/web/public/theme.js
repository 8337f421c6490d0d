// Runs before the first paint, so that theme and language do not flash, and the shell of index.html is that of the page
// to come. The keys are those of src/lib/browser/storage.ts.
;(function () {
  var page = document.documentElement
  var chosen
  var language
  var token
  try {
    chosen = localStorage.getItem('theme')
    language = localStorage.getItem('language')
    token = localStorage.getItem('token')
  } catch {
    // No storage in this browser: system theme, default language.
  }
  var isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  page.setAttribute('data-start', token ? 'desk' : 'login')
  if (language === 'en' || language === 'es' || language === 'tr') page.lang = language
})()
