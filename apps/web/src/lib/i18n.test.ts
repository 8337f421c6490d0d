import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['no language', null, 'pt'],
  ['an unknown language', 'fr', 'pt'],
  ['pt-BR', 'pt-BR', 'pt'],
  ['tr', 'tr', 'tr'],
])('with %s in the storage of the browser the texts are in the right language', async (_stored, stored, language) => {
  vi.resetModules()
  vi.stubGlobal('localStorage', { getItem: () => stored })
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  const { default: i18next } = await import('i18next')
  const { currentLanguage, startTranslation } = await import('./i18n.ts')

  await startTranslation()

  expect(currentLanguage()).toBe(language)
  expect(i18next.t('login.enter')).toBe({ pt: 'Entrar', tr: 'Giriş yap' }[language])
})

test('a screen comes with its texts, which then follow the language', async () => {
  vi.resetModules()
  vi.stubGlobal('localStorage', { getItem: () => 'en' })
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  const { default: i18next } = await import('i18next')
  const { changeLanguage, startTranslation, withScreenTexts } = await import('./i18n.ts')
  await startTranslation()
  expect(i18next.exists('tasks.title')).toBe(false)

  expect(await withScreenTexts(() => Promise.resolve('the screen'))).toBe('the screen')

  const english = i18next.t('tasks.title')
  expect(english).not.toBe('tasks.title')
  await changeLanguage('es')
  expect(i18next.exists('tasks.title', { lng: 'es' })).toBe(true)
  expect(i18next.t('login.enter')).not.toBe('login.enter')
})
