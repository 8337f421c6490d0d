import { languageOf, texts } from '#texts'

/** An error page in the first language of the browser that we support. */
export function errorPage(reason: 'missing' | 'unavailable', acceptLanguage: string | undefined): string {
  const language = languageOf((acceptLanguage ?? '').toLowerCase().match(/\b(pt|en|es|tr)\b/)?.[1] ?? '')
  const { title, text } = texts[language].webChat[reason]
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem}</style></head>
<body><h1>${title}</h1><p>${text}</p></body>
</html>
`
}
