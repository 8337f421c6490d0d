import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import { expect, test } from 'vitest'

test('formats the number of new messages for the language', async () => {
  const messages: unknown = JSON.parse(readFileSync(join(import.meta.dirname, 'pt/messages.json'), 'utf8'))
  const instance = i18next.createInstance()
  await instance.init({ lng: 'pt', resources: { pt: { translation: { messages } } } })

  expect(instance.t('messages.newLine', { count: 11_011 })).toBe('11.011 mensagens novas')
})
