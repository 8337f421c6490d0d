// Runs before the first paint, so that theme and language do not flash. The keys are those of src/lib/browser/storage.ts.
;(function () {
  var page = document.documentElement
  var chosen
  var language
  try {
    chosen = localStorage.getItem('theme')
    language = localStorage.getItem('language')
  } catch {
    // No storage in this browser: system theme, default language.
  }
  var isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  if (language === 'en' || language === 'es' || language === 'tr') page.lang = language
})()
