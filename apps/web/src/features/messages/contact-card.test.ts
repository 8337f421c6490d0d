import { expect, test } from 'vitest'
import { cardsOf, wholeCardsOf } from './contact-card.ts'
import { parseLocation } from './location.ts'

test('a card gives name and number, and no executable link', () => {
  const card =
    'BEGIN:VCARD\nVERSION:3.0\nFN:Seu <b>Nilton</b>\nURL:javascript:alert(1)\nitem1.TEL;waid=5511977312208:+55 11 97731-2208\nEND:VCARD'

  expect(cardsOf(card)).toEqual([{ name: 'Seu <b>Nilton</b>', number: '5511977312208' }])
})

test('reads several cards, one without a number', () => {
  const cards = cardsOf(
    'BEGIN:VCARD\nN:Souza;Ana;;;\nEND:VCARD\nBEGIN:VCARD\nFN:Bia\nTEL:+55 (11) 4000-1000\nEND:VCARD',
  )

  expect(cards).toEqual([
    { name: 'Ana Souza', number: '' },
    { name: 'Bia', number: '551140001000' },
  ])
})

test('says what else stands in a card, as text without a link', () => {
  const card = [
    'BEGIN:VCARD',
    'FN:Padaria Aurora',
    'TEL;waid=551140001000:+551140001000',
    'TEL:+55 11 90000-0000',
    'ORG:Padaria Aurora;Pães',
    'EMAIL:loja@exemplo.com.br',
    'ADR:;;Rua A\\, 7;São Paulo;SP;;Brasil',
    'URL:javascript:alert(1)',
    'BDAY:1990-05-31',
    'END:VCARD',
  ].join('\n')

  expect(wholeCardsOf(card)).toEqual([
    {
      name: 'Padaria Aurora',
      number: '551140001000',
      lines: [
        'Padaria Aurora, Pães',
        '+55 11 90000-0000',
        'loja@exemplo.com.br',
        'Rua A, 7, São Paulo, SP, Brasil',
        'javascript:alert(1)',
      ],
      birthday: '31/05/1990',
    },
  ])
})

test('reads picture, map link and name of a location', () => {
  expect(
    parseLocation('data:image/png;base64, AAAA | https://maps.google.com/maps?q=-23.5,-46.6 |-23.5, -46.6 '),
  ).toEqual({
    picture: 'data:image/png;base64,AAAA',
    href: 'https://maps.google.com/maps?q=-23.5,-46.6',
    text: '-23.5, -46.6',
  })
  expect(parseLocation('javascript:alert(1)|Casa')).toEqual({
    picture: undefined,
    href: undefined,
    text: 'javascript:alert(1)\nCasa',
  })
})
