import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { texts } from '../../locales/pt.ts'
import { lastMessageOf } from './last-message.ts'

const i18n = createInstance()
await i18n.init({ lng: 'pt', resources: { pt: { translation: texts } } })

test.each([
  ['Rita Moura', 'A luz voltou', 'Rita: A luz voltou'],
  ['Rita Moura', 'image', 'Rita: Imagem'],
  ['+55 11 98888-7777', 'Oi', '+55 11 98888-7777: Oi'],
  [null, 'A luz voltou', 'A luz voltou'],
  ['', 'A luz voltou', 'A luz voltou'],
])('a group row shows the author of the last message: %s, %s', (lastMessageAuthor, lastMessage, shown) => {
  expect(lastMessageOf({ lastMessageAuthor, lastMessage, fromMe: false }, i18n.t)).toBe(shown)
})

test('a row gets the whole line, because it is cut at the width of the row', () => {
  const lastMessage = 'Bom dia, eu queria saber se o sofá cinza de três lugares ainda está disponível'

  expect(lastMessageOf({ lastMessageAuthor: null, lastMessage, fromMe: false }, i18n.t)).toBe(lastMessage)
})

test.each([
  ['|https://maps.google.com/maps?q=-23.55%2C-46.63&z=17&hl=pt-BR|Praça da Sé', 'Localização'],
  ['unsupported', 'Mensagem'],
])('a row says in words what has none of its own: %s', (lastMessage, shown) => {
  expect(lastMessageOf({ lastMessageAuthor: null, lastMessage, fromMe: false }, i18n.t)).toBe(shown)
})
