import { limits } from '@guiche/contract'
import { expect, test } from 'vitest'
import { attachmentOf, chosenOf, isStickerFit } from './attachments.ts'

const file = (name: string, bytes: number, type = '') => new File([new Uint8Array(bytes)], name, { type })

test('empty files are told apart from those that are too many', () => {
  const [empty, one, two] = [file('vazio.pdf', 0), file('um.pdf', 1), file('dois.pdf', 1)]

  expect(chosenOf([empty, one], 30)).toEqual({ taken: [one], empty: [empty], isTooMany: false })
  expect(chosenOf([one, two], 1)).toEqual({ taken: [one], empty: [], isTooMany: true })
  expect(chosenOf([one], 0)).toEqual({ taken: [], empty: [], isTooMany: true })
})

test('a file that is too large for its kind is told, and by how much', () => {
  expect(attachmentOf(file('foto.png', limits.image + 1, 'image/png')).tooLarge).toBe(limits.image)
  expect(attachmentOf(file('foto.pdf', limits.image + 1, 'application/pdf')).tooLarge).toBeUndefined()
})

test('a name that turns its end around is shown as it is', () => {
  expect(attachmentOf(file('nota\u202efdp.exe', 1)).name).toBe('notafdp.exe')
})

test('only a picture of a size that networks take becomes a sticker', () => {
  expect(isStickerFit(file('gato.webp', 10, 'image/webp'))).toBe(true)
  expect(isStickerFit(file('gato.webp', 0, 'image/webp'))).toBe(false)
  expect(isStickerFit(file('gato.pdf', 10, 'application/pdf'))).toBe(false)
  expect(isStickerFit(file('gato.png', limits.image + 1, 'image/png'))).toBe(false)
})
