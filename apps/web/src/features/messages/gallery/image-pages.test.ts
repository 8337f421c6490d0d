import type { ImageView } from '@guiche/contract'
import { expect, test } from 'vitest'
import { joinPages, zoomedBy } from './image-pages.ts'

const image = (id: number): ImageView => ({
  id,
  mediaUrl: `/public/company1/${id}.jpg`,
  mediaType: 'image',
  pageNumber: 1,
  body: '',
  signature: null,
  fromMe: false,
  createdAt: '2026-03-02T12:00:00.000Z',
  thumbnailUrl: null,
  mediaName: null,
  origin: 'channel',
  user: null,
  contact: null,
})

test('pages that overlap become one row of pictures without repeats, with the place of its first', () => {
  const older = { images: [image(3), image(4), image(5)], first: 3, count: 8 }
  const newer = { images: [image(5), image(6), image(7)], first: 5, count: 8 }

  const { images, first, count } = joinPages([older, newer])

  expect(images.map(({ id }) => id)).toEqual([3, 4, 5, 6, 7])
  expect([first, count]).toEqual([3, 8])
})

test('the zoom changes in steps of 0.2 between 1 and 3, also after a pinch', () => {
  const up = Array.from({ length: 12 }).reduce<number[]>((zooms) => [...zooms, zoomedBy(zooms.at(-1) ?? 1, 1)], [1])

  expect(up).toEqual([1, 1.2, 1.4, 1.6, 1.8, 2, 2.2, 2.4, 2.6, 2.8, 3, 3, 3])
  expect(zoomedBy(1.2, -1)).toBe(1)
  expect(zoomedBy(1, -1)).toBe(1)
  expect(zoomedBy(1.73, 1)).toBe(2)
})
